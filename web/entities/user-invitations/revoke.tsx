import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ActionDialogProps } from '#web/records/actions/record-action.ts'
import { Email } from '#web/ui/format/email.tsx'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { Confirmation } from '#web/ui/overlay/dialogs/confirmation.tsx'
import { toast } from '#web/ui/overlay/toasts/toast.ts'
import { useStore } from '#web/ui/store-context.ts'

export function Revoke({ row, onDone }: ActionDialogProps<'userInvitations'>) {
  const { t } = useTranslation('userInvitations')
  const { online } = useStore()
  const revoke = async () => {
    await online.act('userInvitations', row.id, 'revoke')
    toast.success(t('revoked'))
    onDone()
  }
  return (
    <Confirmation confirm={t('revoke')} onConfirm={revoke} onClose={onDone}>
      <Text>
        <Sentence format={(email) => t('revokeText', { email })} parts={[<Email key="email">{row.email}</Email>]} />
      </Text>
    </Confirmation>
  )
}
