import { lazy, type ReactNode, Suspense, useState } from 'react'

export interface DialogProps {
  readonly opened: boolean
  readonly title: string
  readonly onClose: () => void
  readonly size?: 'sm' | 'md' | 'lg' | 'xl'
  /** A dialog that asks, instead of one that shows or edits a record. */
  readonly small?: boolean
  readonly children: ReactNode
}

export const bringModal = () => import('./modal.tsx').then((each) => ({ default: each.Modal }))
const Modal = lazy(bringModal)

/**
 * The one dialog: its title is its name; full screen on phones. What it holds is made anew each time it opens, and its
 * code comes with the first one.
 */
export function Dialog(props: DialogProps) {
  const [wasOpened, setWasOpened] = useState(props.opened)
  if (props.opened && !wasOpened) setWasOpened(true)
  if (!wasOpened) return null
  return (
    <Suspense fallback={null}>
      <Modal {...props} />
    </Suspense>
  )
}
