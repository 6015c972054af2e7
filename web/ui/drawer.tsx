import { lazy, type ReactNode, Suspense, useState } from 'react'

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

export const bringDrawer = () => import('./drawer-panel.tsx').then((each) => ({ default: each.DrawerPanel }))
const DrawerPanel = lazy(bringDrawer)

/** The one drawer; its code comes with the first one. */
export function Drawer(props: DrawerProps) {
  const [wasOpened, setWasOpened] = useState(props.opened)
  if (props.opened && !wasOpened) setWasOpened(true)
  if (!wasOpened) return null
  return (
    <Suspense fallback={null}>
      <DrawerPanel {...props} />
    </Suspense>
  )
}
