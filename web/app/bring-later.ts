// What the first picture does not need is brought when the browser has nothing else to do: it is there at the first
// press, also when the connection has gone since.
import { bringDialogs } from '#web/ui/bring-dialogs.ts'
import { bringWhenIdle } from '#web/ui/bring-when-idle.ts'
import { bringLanguages } from './language-selector.tsx'
import { bringThemes } from './theme-selector.tsx'
import { bringUserMenu } from './user-menu.tsx'

const parts = [...bringDialogs, bringUserMenu, bringThemes, bringLanguages]

/** `screens`: those that the person may open. */
export const bringLater = (screens: readonly (() => Promise<unknown>)[]) => bringWhenIdle([...parts, ...screens])
