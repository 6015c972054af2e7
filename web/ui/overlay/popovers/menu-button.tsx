// The menu loads on the first click: a hundred rows with menus cost a hundred plain buttons.
import { type ComponentType, type ReactElement, Suspense, useState } from 'react'
import { preloadable } from '#web/ui/preloadable.tsx'

export interface MenuTargetProps {
  readonly onClick?: () => void
  readonly 'aria-haspopup'?: 'menu'
  readonly 'aria-expanded'?: boolean
}

interface MenuButtonProps {
  readonly target: (props: MenuTargetProps) => ReactElement
  readonly items: ComponentType
  readonly position: 'bottom-end' | 'top-start'
  readonly width: number
}

const OpenedMenu = preloadable(() => import('./opened-menu.tsx').then((each) => each.OpenedMenu))
export const preloadMenu = OpenedMenu.preload

export function MenuButton({ target, items, position, width }: MenuButtonProps) {
  const [isRequested, setRequested] = useState(false)
  const button = target({ onClick: () => setRequested(true), 'aria-haspopup': 'menu', 'aria-expanded': false })
  if (!isRequested) return button
  return (
    <Suspense fallback={button}>
      <OpenedMenu target={target({})} items={items} position={position} width={width} />
    </Suspense>
  )
}
