import { Menu } from '@mantine/core'
import type { ComponentType, ReactElement } from 'react'

interface OpenedMenuProps {
  readonly target: ReactElement
  readonly items: ComponentType
  readonly position: 'bottom-end' | 'top-start'
  readonly width: number
}

/** Opens as soon as it is drawn. */
export const OpenedMenu = ({ target, items: Items, position, width }: OpenedMenuProps) => (
  <Menu defaultOpened position={position} width={width}>
    <Menu.Target>{target}</Menu.Target>
    <Menu.Dropdown>
      <Items />
    </Menu.Dropdown>
  </Menu>
)
