// What the first picture does not need is brought when the browser has nothing else to do: it is there at the first
// press, also when the connection has gone since.
import { preloadDialogs } from '#web/ui/preload-dialogs.ts'
import { preloadWhenIdle } from '#web/ui/preload-when-idle.ts'
import { preloadLanguages } from './language-selector.tsx'
import { preloadThemes } from './theme-selector.tsx'
import { preloadUserMenu } from './user-menu.tsx'

const parts = [...preloadDialogs, preloadUserMenu, preloadThemes, preloadLanguages]

/** `screens`: those that the person may open. */
export const preloadRest = (screens: readonly (() => Promise<unknown>)[]) => preloadWhenIdle([...parts, ...screens])
