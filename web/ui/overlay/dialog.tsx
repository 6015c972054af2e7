import { Suspense, useState } from 'react'
import { useOverlay } from './use-overlay.ts'
import { preloadable } from '#web/ui/preloadable.tsx'
import type { DialogProps } from './modal.tsx'

const Modal = preloadable(() => import('./modal.tsx').then((each) => each.Modal))
export const preloadModal = Modal.preload

/**
 * The one dialog: its title is its accessible name; full screen on phones. Its content is created each time it opens,
 * and its code loads with the first one.
 */
export function Dialog(props: DialogProps) {
  useOverlay(props.opened)
  const [wasOpened, setWasOpened] = useState(props.opened)
  if (props.opened && !wasOpened) setWasOpened(true)
  if (!wasOpened) return null
  return (
    <Suspense fallback={null}>
      <Modal {...props} />
    </Suspense>
  )
}
