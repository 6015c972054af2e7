import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ActionDialogProps } from '#web/records/actions/record-action.ts'
import { RecordName } from '#web/records/names/record-name.tsx'
import { useTable } from '#web/records/data/use-table.ts'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { Confirmation } from '#web/ui/overlay/dialogs/confirmation.tsx'
import { reportResult } from '#web/ui/overlay/toasts/report-result.ts'
import { toast } from '#web/ui/overlay/toasts/toast.ts'
import { useStore } from '#web/ui/store-context.ts'

export function Deactivate({ row: user, onDone }: ActionDialogProps<'users'>) {
  const { t } = useTranslation('users')
  const store = useStore()
  const unsent = useTable('sessions')
    .where('userId', user.id)
    .reduce((sum, device) => sum + (device.unsent ?? 0), 0)
  const deactivate = () =>
    reportResult(
      () => store.update('users', user, { isActive: false }),
      () => {
        toast.success(t('deactivated'))
        onDone()
      },
      t('deactivateFailed'),
    )
  return (
    <Confirmation confirm={t('deactivate')} onConfirm={deactivate} onClose={onDone}>
      <Stack gap="sm">
        <Text>
          <Sentence
            format={(name) => t('deactivateText', { name })}
            parts={[<RecordName key="name" entity="users" id={user.id} />]}
          />
        </Text>
        {unsent > 0 && <Text fw={600}>{t('deactivateCount', { count: unsent, n: count(unsent) })}</Text>}
        <Text c="dimmed">{t('deactivateUnsent')}</Text>
      </Stack>
    </Confirmation>
  )
}
