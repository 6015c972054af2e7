import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ActionDialogProps } from '#web/records/actions/record-action.ts'
import { RecordName } from '#web/records/names/record-name.tsx'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { Confirmation } from '#web/ui/overlay/dialogs/confirmation.tsx'
import { toast } from '#web/ui/overlay/toasts/toast.ts'
import { useStore } from '#web/ui/store-context.ts'

/** For people who have lost both their authenticator app and their recovery codes. */
export function ResetTotp({ row: user, onDone }: ActionDialogProps<'users'>) {
  const { t } = useTranslation('users')
  const { online } = useStore()
  const reset = async () => {
    await online.act('users', user.id, 'reset-totp')
    toast.success(t('factorReset'))
    onDone()
  }
  return (
    <Confirmation confirm={t('resetFactorConfirm')} onConfirm={reset} onClose={onDone}>
      <Stack gap="sm">
        <Text>
          <Sentence
            format={(name) => t('resetFactorText', { name })}
            parts={[<RecordName key="name" entity="users" id={user.id} />]}
          />
        </Text>
        <Text c="dimmed">{t('resetFactorHint')}</Text>
      </Stack>
    </Confirmation>
  )
}
