import { Button, Group, Stack } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  readonly opened: boolean
  readonly title: string
  readonly confirm: string
  readonly onConfirm: () => Promise<void>
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Asks before an act that cannot be undone; the consequences are its content. */
export function ConfirmDialog({ opened, title, confirm, onConfirm, onClose, children }: ConfirmDialogProps) {
  const { t } = useTranslation('common')
  const underWay = useRef(false)
  const [busy, setBusy] = useState(false)
  const confirmOnce = async (): Promise<void> => {
    if (underWay.current) return
    underWay.current = true
    setBusy(true)
    await onConfirm().finally(() => {
      underWay.current = false
      setBusy(false)
    })
  }
  return (
    <Dialog opened={opened} title={title} onClose={onClose} size="md" small>
      <Stack gap="lg">
        <div>{children}</div>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('cancel')}
          </Button>
          <Button color="red" onClick={confirmOnce} aria-busy={busy}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
