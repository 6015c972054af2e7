import { type ReactNode, Suspense, useState } from 'react'
import { useOverlay } from './use-overlay.ts'
import { later } from './later.tsx'

export interface DrawerProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly side: 'start' | 'end'
  /** Without a title the drawer has only a name. */
  readonly title?: string
  readonly name?: string
  readonly size: number | 'lg'
  readonly children: ReactNode
}

const DrawerPanel = later(() => import('./drawer-panel.tsx').then((each) => each.DrawerPanel))
export const bringDrawer = DrawerPanel.bring

/** The one drawer; its code comes with the first one. */
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
