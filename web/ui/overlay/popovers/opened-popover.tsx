import { Popover } from '@mantine/core'
import { type ReactElement, type ReactNode, Suspense, useCallback, useState } from 'react'
import { useEscape } from '#web/ui/overlay/escape.ts'
import classes from './opened-popover.module.css'
import { useOverlay } from '#web/ui/overlay/use-overlay.ts'
import { LoadingPlaceholder } from '#web/ui/overlay/loading-placeholder.tsx'

export interface PopoverTargetProps {
  readonly onClick: () => void
  readonly 'aria-haspopup'?: 'dialog'
  readonly 'aria-expanded'?: boolean
}

export interface PopoverButtonProps {
  readonly target: (props: PopoverTargetProps) => ReactElement
  readonly content: (close: () => void) => ReactNode
}

/** Opens on mount; the button's label is its accessible name. */
export function OpenedPopover({ target, content }: PopoverButtonProps) {
  const [opened, setOpened] = useState(true)
  const [button, setButton] = useState<HTMLElement | null>(null)
  const close = useCallback(() => setOpened(false), [])
  useOverlay(
    opened,
    useCallback(() => button, [button]),
  )
  useEscape(opened, close)
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      closeOnEscape={false}
      trapFocus
      position="bottom-end"
      width="min(27rem, calc(100vw - 1.5rem))"
      shadow="md"
      radius="md"
    >
      <Popover.Target ref={setButton}>{target({ onClick: () => setOpened(!opened) })}</Popover.Target>
      <Popover.Dropdown className={classes['panel'] ?? ''}>
        <Suspense fallback={<LoadingPlaceholder />}>{content(close)}</Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
