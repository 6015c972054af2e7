import { bringModal } from './dialog.tsx'
import { bringDrawer } from './drawer.tsx'
import { bringMenu } from './menu-button.tsx'
import { bringToasts } from './toast.ts'

/** The parts of the library that come after the first picture. */
export const bringDialogs = [bringModal, bringDrawer, bringMenu, bringToasts] as const
