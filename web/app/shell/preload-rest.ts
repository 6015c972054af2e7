// Loads what the first picture does not need when the browser is idle, so that the first press finds it even if the
// connection has gone since.
import { preloadNotifications } from '#web/entities/notifications/notification-bell.tsx'
import { preloadDialogs } from '#web/ui/overlay/dialogs/preload-dialogs.ts'
import { preloadPopover } from '#web/ui/overlay/popovers/popover-button.tsx'
import { preloadWhenIdle } from '#web/ui/preload-when-idle.ts'
import { preloadLanguages } from './language-selector.tsx'
import { preloadPalette } from '#web/app/commands/palette.tsx'
import { preloadThemes } from './theme-selector.tsx'
import { preloadUserMenu } from './user-menu.tsx'

const parts = [
  ...preloadDialogs,
  preloadUserMenu,
  preloadPalette,
  preloadPopover,
  preloadNotifications,
  preloadThemes,
  preloadLanguages,
]

/** `screens`: those that this person may open. */
export const preloadRest = (screens: readonly (() => Promise<unknown>)[]) => preloadWhenIdle([...parts, ...screens])
