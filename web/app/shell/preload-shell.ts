// Loads the rest when the browser is idle, so that a first click works even if the connection has been lost since.
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

export const preloadShell = (screens: readonly (() => Promise<unknown>)[]) => preloadWhenIdle([...parts, ...screens])
