import { Suspense, useState } from 'react'
import { useOverlay } from './use-overlay.ts'
import { later } from './later.tsx'
import type { DialogProps } from './modal.tsx'

const Modal = later(() => import('./modal.tsx').then((each) => each.Modal))
export const bringModal = Modal.bring

/**
 * The one dialog: its title is its name; full screen on phones. What it holds is made anew each time it opens, and its
 * code comes with the first one.
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
