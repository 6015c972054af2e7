import { preloadable } from '#web/ui/preloadable.tsx'
import { firstOpened } from './first-opened.tsx'

const DrawerPanel = preloadable(() => import('./drawer-panel.tsx').then((each) => each.DrawerPanel))
export const preloadDrawer = DrawerPanel.preload

export const Drawer = firstOpened(DrawerPanel)
