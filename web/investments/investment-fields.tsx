import { useTranslation } from 'react-i18next'
import { AmountInput } from '#web/ui/amount-input.tsx'
import { ChoiceSelect } from '#web/ui/choice-select.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { currencySign, currencyUnits } from '#web/ui/money-format.ts'
import { required } from '#web/ui/required.ts'
import type { Form } from '#web/ui/record-form.tsx'
import type { InvestmentValues } from './investment-form.ts'

interface InvestmentFieldsProps {
  readonly form: Form<InvestmentValues>
  readonly currency: string
  readonly statuses: readonly ('COMMITTED' | 'FUNDED' | 'ACTIVE' | 'EXITED')[]
}

export function InvestmentFields({ form, currency, statuses }: InvestmentFieldsProps) {
  const { t } = useTranslation(['investments', 'fields'])
  return (
    <>
      <AmountInput
        {...required}
        prefix={currencySign(currency)}
        units={currencyUnits(currency)}
        label={t('fields:name.amount')}
        {...form.getInputProps('amount')}
      />
      <ChoiceSelect
        label={t('fields:name.status')}
        options={statuses}
        labelOf={(status) => t(`fields:status.${status}`)}
        {...form.getInputProps('status')}
      />
      <DateInput label={t('fields:name.investmentDate')} {...dateProps(form, 'investmentDate')} />
      <DateInput
        label={t('fields:name.redemptionDate')}
        description={t('redemptionHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...dateProps(form, 'redemptionDate')}
      />
    </>
  )
}

const dateProps = (form: Form<InvestmentValues>, field: 'investmentDate' | 'redemptionDate') => ({
  value: form.values[field],
  onChange: (typed: string) => form.setFieldValue(field, typed),
  error: form.errors[field],
})
