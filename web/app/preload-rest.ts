// Loads what the first picture does not need when the browser is idle, so that the first press finds it even if the
// connection has gone since.
import { preloadDialogs } from '#web/ui/overlay/preload-dialogs.ts'
import { preloadWhenIdle } from '#web/ui/preload-when-idle.ts'
import { preloadLanguages } from './language-selector.tsx'
import { preloadThemes } from './theme-selector.tsx'
import { preloadUserMenu } from './user-menu.tsx'

const parts = [...preloadDialogs, preloadUserMenu, preloadThemes, preloadLanguages]

/** `screens`: those that this person may open. */
export const preloadRest = (screens: readonly (() => Promise<unknown>)[]) => preloadWhenIdle([...parts, ...screens])
