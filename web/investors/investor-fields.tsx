import { Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { required } from '#web/ui/required.ts'
import type { Form } from '#web/ui/record-form.tsx'
import type { InvestorValues } from './investor-form.ts'

export function InvestorFields({ form }: { readonly form: Form<InvestorValues> }) {
  const { t } = useTranslation('fields')
  return (
    <>
      <TextInput
        {...required}
        data-autofocus
        autoComplete="off"
        label={t('name.firstName')}
        {...form.getInputProps('firstName')}
      />
      <TextInput autoComplete="off" label={t('name.lastName')} {...form.getInputProps('lastName')} />
      <TextInput
        {...required}
        type="email"
        autoComplete="off"
        label={t('name.email')}
        {...form.getInputProps('email')}
      />
      <TextInput type="tel" autoComplete="off" label={t('name.phone')} {...form.getInputProps('phone')} />
      <Textarea
        autosize
        minRows={2}
        maxRows={5}
        label={t('name.address')}
        {...form.getInputProps('address')}
        wrapperProps={{ 'data-wide': 'true' }}
      />
    </>
  )
}
