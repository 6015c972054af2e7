import { useTranslation } from 'react-i18next'
import { fullName } from '#schema/investors.ts'
import { projectName } from '#schema/projects.ts'
import { RecordForm } from '#web/ui/record-form.tsx'
import { ReferenceSelect } from '#web/records/reference-select.tsx'
import { required } from '#web/ui/required.ts'
import { useStore } from '#web/ui/store-context.ts'
import { toast } from '#web/ui/toast.ts'
import { InvestmentFields } from './investment-fields.tsx'
import { useToday } from '#web/ui/use-today.ts'
import { fieldsOfNewInvestment, newInvestment } from './investment-form.ts'

interface CreateInvestmentProps {
  /** Chosen already, when the person came from there. */
  readonly projectId: string | null
  readonly investorId: string | null
  readonly onDone: () => void
}

const statuses = ['COMMITTED', 'FUNDED', 'EXITED'] as const
const currency = 'USD'

export function CreateInvestment({ projectId, investorId, onDone }: CreateInvestmentProps) {
  const { t } = useTranslation(['investments', 'fields'])
  const store = useStore()
  const today = useToday()
  return (
    <RecordForm
      initial={newInvestment(projectId, investorId, today)}
      submit={t('createSubmit')}
      submitting={t('creating')}
      failed={t('createFailed')}
      save={(values) => store.create('investments', fieldsOfNewInvestment(values, currency))}
      onSaved={() => {
        toast.saved(store, t('created'))
        onDone()
      }}
      onCancel={onDone}
    >
      {(form) => (
        <>
          <ReferenceSelect
            data-autofocus
            entity="projects"
            nameOf={projectName}
            {...required}
            label={t('fields:name.projectId')}
            {...form.getInputProps('projectId')}
          />
          <ReferenceSelect
            entity="investors"
            nameOf={fullName}
            {...required}
            label={t('fields:name.investorId')}
            {...form.getInputProps('investorId')}
          />
          <InvestmentFields form={form} currency={currency} statuses={statuses} />
        </>
      )}
    </RecordForm>
  )
}
