import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#schema/registry.ts'
import { ChangedNotice } from '#web/records/changed-notice.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { RecordName } from '#web/records/record-name.tsx'
import { RecordForm } from '#web/ui/record-form.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { toast } from '#web/ui/toast.ts'
import { InvestmentFields } from './investment-fields.tsx'
import { fieldsOfInvestment, valuesOfInvestment } from './investment-form.ts'

interface EditInvestmentProps {
  readonly investment: Row<'investments'>
  readonly gone: boolean
  readonly onDone: () => void
}

const statuses = ['COMMITTED', 'ACTIVE', 'EXITED'] as const

export function EditInvestment({ investment, gone, onDone }: EditInvestmentProps) {
  const { t } = useTranslation(['investments', 'fields', 'common'])
  const store = useStore()
  // What the person saw when the form opened: the base of what is sent.
  const [seen] = useState(investment)
  return (
    <RecordForm
      initial={valuesOfInvestment(seen)}
      submit={t('common:save')}
      submitting={t('common:saving')}
      failed={t('updateFailed')}
      save={(values) => store.update('investments', seen, fieldsOfInvestment(values, seen))}
      onSaved={() => {
        toast.saved(store, t('updated'), t('updatedTitle'))
        onDone()
      }}
      onCancel={onDone}
      gone={gone}
    >
      {(form) => (
        <>
          <ChangedNotice seen={seen} now={investment} />
          <div data-wide="true">
            <Facts>
              <Fact name={t('fields:name.projectId')}>
                <RecordName entity="projects" id={seen.projectId} otherwise={seen.projectName} />
              </Fact>
              <Fact name={t('fields:name.investorId')}>
                <RecordName entity="investors" id={seen.investorId} />
              </Fact>
            </Facts>
          </div>
          <InvestmentFields form={form} currency={seen.currency} statuses={statuses} />
        </>
      )}
    </RecordForm>
  )
}
