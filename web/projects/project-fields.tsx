import { Switch, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { paymentInstallments, projectTypes } from '#schema/enumerations.ts'
import { AmountInput } from '#web/ui/amount-input.tsx'
import { ChoiceSelect } from '#web/ui/choice-select.tsx'
import { currencySign, currencyUnits } from '#web/ui/money-format.ts'
import { required } from '#web/ui/required.ts'
import type { Form } from '#web/ui/record-form.tsx'
import { percentUnits, type ProjectValues } from './project-form.ts'
import { RoiCard } from './roi-card.tsx'

interface ProjectFieldsProps {
  readonly form: Form<ProjectValues>
  readonly currency: string
  /** An edited project also has a status. */
  readonly withStatus?: boolean
}

const editStatuses = ['ACTIVE', 'GROWTH', 'MATURE', 'EXITED'] as const

export function ProjectFields({ form, currency, withStatus = false }: ProjectFieldsProps) {
  const { t } = useTranslation(['projects', 'fields'])
  return (
    <>
      <TextInput
        {...required}
        data-autofocus
        label={t('fields:name.name')}
        {...form.getInputProps('name')}
        wrapperProps={{ 'data-wide': 'true' }}
      />
      <ChoiceSelect
        label={t('fields:name.type')}
        options={projectTypes}
        labelOf={(type) => t(`fields:projectType.${type}`)}
        {...form.getInputProps('type')}
      />
      {withStatus && (
        <ChoiceSelect
          label={t('fields:name.status')}
          options={editStatuses}
          labelOf={(status) => t(`fields:status.${status}`)}
          {...form.getInputProps('status')}
        />
      )}
      <TextInput label={t('fields:name.location')} {...form.getInputProps('location')} />
      <Textarea
        autosize
        minRows={2}
        maxRows={6}
        label={t('fields:name.description')}
        {...form.getInputProps('description')}
        wrapperProps={{ 'data-wide': 'true' }}
      />
      <AmountInput
        prefix={currencySign(currency)}
        units={currencyUnits(currency)}
        label={t('fields:name.targetAmount')}
        {...form.getInputProps('targetAmount')}
      />
      <AmountInput
        suffix="%"
        units={percentUnits}
        label={t('fields:name.expectedIRR')}
        {...form.getInputProps('expectedIRR')}
      />
      <ChoiceSelect
        label={t('fields:name.paymentInstallment')}
        options={paymentInstallments}
        labelOf={(months) => t(`fields:installment.${months}`)}
        {...form.getInputProps('paymentInstallment')}
      />
      <Switch
        size="md"
        label={t('visible')}
        description={t('visibleHint')}
        wrapperProps={{ 'data-wide': 'true' }}
        {...form.getInputProps('isVisibleToInvestors', { type: 'checkbox' })}
      />
      <RoiCard values={form.values} currency={currency} />
    </>
  )
}
