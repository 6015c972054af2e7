import { useTranslation } from 'react-i18next'
import type { Row } from '#schema/registry.ts'
import { commit } from '#web/ui/commit.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { RecordName } from '#web/records/record-name.tsx'
import { Money } from '#web/ui/money.tsx'
import { Sentence } from '#web/ui/sentence.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { toast } from '#web/ui/toast.ts'

interface DeleteInvestmentProps {
  readonly opened: boolean
  readonly investment: Row<'investments'>
  readonly onDone: () => void
}

export function DeleteInvestment({ opened, investment, onDone }: DeleteInvestmentProps) {
  const { t } = useTranslation(['investments', 'common'])
  const store = useStore()
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
      <Sentence
        say={(amount, investor, project) => t('deleteWarning', { amount, investor, project })}
        parts={[
          <Money key="amount" as="whole" amount={investment.amount} currency={investment.currency} />,
          <RecordName entity="investors" key="investor" id={investment.investorId} />,
          <RecordName entity="projects" key="project" id={investment.projectId} otherwise={investment.projectName} />,
        ]}
      />
    </ConfirmDialog>
  )
}
