import { Button, Group, Stack } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

interface QuestionProps {
  readonly confirm: string
  readonly onConfirm: () => Promise<void>
  readonly onClose: () => void
  readonly children: ReactNode
}

/** What a dialog asks before an act that cannot be undone; the consequences are its content. */
export function Question({ confirm, onConfirm, onClose, children }: QuestionProps) {
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
  )
}
