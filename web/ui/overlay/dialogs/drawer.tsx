import { preloadable } from '#web/ui/preloadable.tsx'
import { firstOpened } from './first-opened.tsx'

const DrawerPanel = preloadable(() => import('./drawer-panel.tsx').then((each) => each.DrawerPanel))
export const preloadDrawer = DrawerPanel.preload

/** The one drawer; its code loads with the first one. */
export const Drawer = firstOpened(DrawerPanel)
