import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { OutboxEntry } from '#web/store/base/contract.ts'
import type { CommitResult } from '#web/store/base/command.ts'
import { reportResult } from '#web/ui/overlay/toasts/report-result.ts'
import { useStore } from '#web/ui/store-context.ts'
import { toast } from '#web/ui/overlay/toasts/toast.ts'

export function DeletedRecordActions({ entry }: { readonly entry: OutboxEntry }) {
  const { t } = useTranslation(['sync', 'common'])
  const store = useStore()
  const act = (write: () => Promise<CommitResult>, done: string) => () =>
    reportResult(write, () => toast.success(done), t('common:errorOccurred'))
  const isPurged = entry.verdict?.issues?.['id']?.key === 'purged'
  return (
    <>
      {!isPurged && (
        <Button onClick={act(() => store.restoreAndApply(entry.id), t('broughtBack'))}>{t('bringBack')}</Button>
      )}
      {entry.verdict?.code === 'DELETED' && entry.ops.some(({ op }) => op === 'update') && (
        <Button variant="default" onClick={act(() => store.recreate(entry.id), t('madeNew'))}>
          {t('makeNew')}
        </Button>
      )}
    </>
  )
}
