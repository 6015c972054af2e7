import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ActionDialogProps } from '#web/records/actions/record-action.ts'
import { Name } from '#web/ui/format/name.tsx'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { Confirmation } from '#web/ui/overlay/dialogs/confirmation.tsx'
import { toast } from '#web/ui/overlay/toasts/toast.ts'
import { useStore } from '#web/ui/store-context.ts'
import { deviceName } from './device.ts'

export function SignOutDevice({ row, onDone }: ActionDialogProps<'sessions'>) {
  const { t } = useTranslation('sessions')
  const { identity, online } = useStore()
  const { unsent } = row
  const signOut = async () => {
    await online.act('sessions', row.id, 'revoke')
    toast.success(t('revoked'))
    onDone()
    await online.read('sessions')
  }
  return (
    <Confirmation confirm={t('revoke')} onConfirm={signOut} onClose={onDone}>
      <Stack gap="sm">
        <Text>
          <Sentence
            format={(device) => t(row.endedAs ? 'revokeEnded' : 'revokeText', { device })}
            parts={[<Name key="device">{deviceName(row)}</Name>]}
          />
        </Text>
        {unsent !== null && unsent > 0 && <Text fw={600}>{t('revokeCount', { count: unsent, n: count(unsent) })}</Text>}
        <Text c="dimmed">{t(identity.role === 'ADMIN' ? 'withdrawUnsent' : 'revokeUnsent')}</Text>
      </Stack>
    </Confirmation>
  )
}
