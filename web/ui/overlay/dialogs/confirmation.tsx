import { Button, Group, Stack } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from './use-action.ts'
import { useFirstFocus } from './use-first-focus.ts'

interface ConfirmationProps {
  readonly confirm: string
  /** A rejection is shown in a toast, and the dialog stays open. */
  readonly onConfirm: () => Promise<void>
  readonly onClose: () => void
  /** For an action that destroys nothing: Enter confirms it. */
  readonly isHarmless?: boolean
  readonly children: ReactNode
}

export function Confirmation({ confirm, onConfirm, onClose, isHarmless = false, children }: ConfirmationProps) {
  const { t } = useTranslation('common')
  const { isBusy, run } = useAction()
  const content = useRef<HTMLDivElement>(null)
  useFirstFocus(content, 'button')
  return (
    <Stack gap="lg" ref={content}>
      <div>{children}</div>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose} {...(!isHarmless && { 'data-autofocus': true })}>
          {t('cancel')}
        </Button>
        <Button
          {...(isHarmless ? { 'data-autofocus': true } : { color: 'red' })}
          onClick={() => void run(onConfirm)}
          aria-busy={isBusy}
        >
          {confirm}
        </Button>
      </Group>
    </Stack>
  )
}
