import { preloadModal } from './dialog.tsx'
import { preloadDrawer } from './drawer.tsx'
import { preloadMenu } from '#web/ui/overlay/popovers/menu-button.tsx'
import { loadToasts } from '#web/ui/overlay/toasts/toast.ts'

export const preloadDialogs = [preloadModal, preloadDrawer, preloadMenu, loadToasts] as const
