// A panel has buttons of its own, which a menu may not contain.
import { Suspense, useState } from 'react'
import { preloadable } from '#web/ui/preloadable.tsx'
import type { PopoverButtonProps } from './opened-popover.tsx'

const OpenedPopover = preloadable(() => import('./opened-popover.tsx').then((each) => each.OpenedPopover))
export const preloadPopover = OpenedPopover.preload

export function PopoverButton(props: PopoverButtonProps) {
  const [isRequested, setRequested] = useState(false)
  const button = props.target({ onClick: () => setRequested(true), 'aria-haspopup': 'dialog', 'aria-expanded': false })
  if (!isRequested) return button
  return (
    <Suspense fallback={button}>
      <OpenedPopover {...props} />
    </Suspense>
  )
}
