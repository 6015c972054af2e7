import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { Confirmation } from './confirmation.tsx'

interface ConfirmDialogProps {
  readonly opened: boolean
  readonly title: string
  readonly confirm: string
  readonly onConfirm: () => Promise<void>
  readonly onClose: () => void
  readonly children: ReactNode
}

export const ConfirmDialog = ({ opened, title, onClose, ...confirmation }: ConfirmDialogProps) => (
  <Dialog opened={opened} title={title} onClose={onClose} size="md" small>
    <Confirmation onClose={onClose} {...confirmation} />
  </Dialog>
)
