import { Popover } from '@mantine/core'
import { type ReactElement, type ReactNode, Suspense, useCallback, useEffect, useId } from 'react'
import { useOverlay } from '#web/ui/overlay/use-overlay.ts'
import classes from './panel.module.css'

interface PanelPopoverProps {
  readonly label: string
  readonly opened: boolean
  readonly onClose: () => void
  readonly target: ReactElement
  readonly children: ReactNode
}

export function PanelPopover({ label, opened, onClose, target, children }: PanelPopoverProps) {
  const id = useId()
  const opener = useCallback(() => document.getElementById(`${id}-target`), [id])
  useOverlay(opened, opener)

  // A field's calendar lies outside of the panel in the DOM, but belongs to it.
  useEffect(() => {
    if (!opened) return
    const closeOnOutsideClick = ({ target: pressed }: PointerEvent) => {
      const isInside = pressed instanceof Element && pressed.closest('[role=dialog], [data-press-shield]')
      if (!isInside && !opener()?.contains(pressed as Node)) onClose()
    }
    document.addEventListener('pointerdown', closeOnOutsideClick)
    return () => document.removeEventListener('pointerdown', closeOnOutsideClick)
  }, [opened, onClose, opener])

  return (
    <Popover
      id={id}
      opened={opened}
      onDismiss={onClose}
      closeOnClickOutside={false}
      trapFocus
      returnFocus={false}
      position="bottom-start"
      width="min(25rem, calc(100vw - 2rem))"
      shadow="md"
      radius="md"
    >
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown className={classes['dropdown'] ?? ''} aria-label={label}>
        <Suspense fallback={null}>{children}</Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
