import { Button, Group, Stack, Text } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '#web/ui/overlay/dialogs/dialog.tsx'
import { useLeaveConfirmation } from '#web/ui/overlay/dialogs/leave-forms.ts'

export function LeaveConfirmation() {
  const { t } = useTranslation('common')
  const resolve = useLeaveConfirmation((state) => state.resolve)
  useEffect(() => () => useLeaveConfirmation.getState().resolve?.(false), [])
  const stay = () => resolve?.(false)
  return (
    <Dialog opened={resolve !== null} title={t('discardTitle')} onClose={stay} size="md" small>
      <Stack gap="lg">
        <Text>{t('discardText')}</Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={stay} data-autofocus>
            {t('keepEditing')}
          </Button>
          <Button color="red" onClick={() => resolve?.(true)}>
            {t('discard')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
