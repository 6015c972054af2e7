import { Text } from '@mantine/core'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import type { ActionDialogProps } from '#web/records/actions/record-action.ts'
import { reportSaved } from '#web/records/actions/report-saved.ts'
import { fieldLabel } from '#web/records/names/entity-texts.ts'
import { DateInput } from '#web/ui/form/date-input.tsx'
import { RecordForm } from '#web/ui/form/record-form.tsx'
import { required } from '#web/ui/form/required.ts'
import { Money } from '#web/ui/format/numbers/money.tsx'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import { useStore } from '#web/ui/store-context.ts'
import { CommissionReferrer } from './commission-investor.tsx'

export function MarkPaid({ row: commission, onDone }: ActionDialogProps<'commissions'>) {
  const { t } = useTranslation('commissions')
  const store = useStore()
  const { id, amount, currency } = commission
  return (
    <RecordForm
      initial={{ paidDate: useToday() }}
      submit={t('markPaid')}
      submitting={i18next.t('common:saving')}
      failed={t('updateFailed')}
      save={async ({ paidDate }) => {
        if (paidDate === '') return { ok: false, issues: { paidDate: { key: 'required' } } }
        const act = { entity: 'commissions', verb: 'markPaid', id, fields: { paidDate } } as const
        return store.act(act, store.preview(act))
      }}
      onSaved={(outcome) => {
        reportSaved(store, outcome, t('paid'))
        onDone()
      }}
      onCancel={onDone}
    >
      {(form) => (
        <>
          <Text data-wide="true">
            <Sentence
              format={(sum, name) => t('markPaidText', { amount: sum, name })}
              parts={[
                <Money key="amount" as="exact" amount={amount} currency={currency} />,
                <CommissionReferrer key="referrer" commission={commission} />,
              ]}
            />
          </Text>
          <DateInput
            {...required}
            data-autofocus
            wrapperProps={{ 'data-wide': 'true' }}
            label={fieldLabel('commissions', 'paidDate')}
            {...(form.getInputProps('paidDate') as { value: string; onChange: (value: string) => void })}
          />
        </>
      )}
    </RecordForm>
  )
}
