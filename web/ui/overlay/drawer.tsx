import { Suspense, useState } from 'react'
import { useOverlay } from './use-overlay.ts'
import type { DrawerProps } from './drawer-panel.tsx'
import { preloadable } from '#web/ui/preloadable.tsx'

const DrawerPanel = preloadable(() => import('./drawer-panel.tsx').then((each) => each.DrawerPanel))
export const preloadDrawer = DrawerPanel.preload

/** The one drawer; its code loads with the first one. */
export function Drawer(props: DrawerProps) {
  useOverlay(props.opened)
  const [wasOpened, setWasOpened] = useState(props.opened)
  if (props.opened && !wasOpened) setWasOpened(true)
  if (!wasOpened) return null
  return (
    <Suspense fallback={null}>
      <DrawerPanel {...props} />
    </Suspense>
  )
}
