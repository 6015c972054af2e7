import { useTranslation } from 'react-i18next'
import { fullName } from '#schema/investors.ts'
import type { Row } from '#schema/registry.ts'
import { commit } from '#web/ui/commit.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { wholeMoney } from '#web/ui/money-format.ts'
import { useStore } from '#web/ui/store-context.ts'
import { toast } from '#web/ui/toast.ts'
import { useRow } from '#web/ui/use-table.ts'

interface DeleteInvestmentProps {
  readonly opened: boolean
  readonly investment: Row<'investments'>
  readonly onDone: () => void
}

export function DeleteInvestment({ opened, investment, onDone }: DeleteInvestmentProps) {
  const { t } = useTranslation(['investments', 'common'])
  const store = useStore()
  const project = useRow('projects', investment.projectId)
  const investor = useRow('investors', investment.investorId)
  const remove = () =>
    commit(
      () => store.remove('investments', investment),
      () => {
        toast.saved(store, t('deleted'))
        onDone()
      },
      t('deleteFailed'),
    )
  return (
    <ConfirmDialog
      opened={opened}
      title={t('deleteTitle')}
      confirm={t('common:delete')}
      onConfirm={remove}
      onClose={onDone}
    >
      {t('deleteWarning', {
        amount: wholeMoney(investment.amount, investment.currency),
        investor: investor ? fullName(investor) : t('unknownInvestor'),
        project: project?.name ?? t('unknownProject'),
      })}
    </ConfirmDialog>
  )
}
