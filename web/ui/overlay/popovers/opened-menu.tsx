import { Menu } from '@mantine/core'
import { type ComponentType, type ReactElement, useCallback, useId, useState } from 'react'
import { useOverlay } from '#web/ui/overlay/use-overlay.ts'
import classes from './opened-menu.module.css'

interface OpenedMenuProps {
  readonly target: ReactElement
  readonly items: ComponentType
  readonly position: 'bottom-end' | 'top-start'
  readonly width: number
}

export function OpenedMenu({ target, items: Items, position, width }: OpenedMenuProps) {
  const id = useId()
  const [opened, setOpened] = useState(true)
  // The library replaces the clicked button, so it is found by id.
  const opener = useCallback(() => document.getElementById(id), [id])
  useOverlay(opened, opener)
  return (
    <Menu
      id={id}
      opened={opened}
      onChange={setOpened}
      returnFocus={false}
      position={position}
      width={width}
      classNames={{ item: classes['item'] ?? '' }}
    >
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Items />
      </Menu.Dropdown>
    </Menu>
  )
}
