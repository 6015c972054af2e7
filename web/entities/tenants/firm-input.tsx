import { Switch, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { currencies } from '#schema/kernel/enumerations.ts'
import { locale } from '#web/i18n/locale.ts'
import { ChoiceSelect } from '#web/ui/form/choice-select.tsx'
import type { Form } from '#web/ui/form/record-form.tsx'
import { required } from '#web/ui/form/required.ts'
import { SecretInput } from '#web/ui/form/secret-input.tsx'
import type { Firm, SectionField } from './firm.ts'

interface FirmInputProps {
  readonly form: Form<Record<string, string | boolean>>
  readonly field: SectionField
  readonly firm: Firm
}

export function FirmInput({ form, field, firm }: FirmInputProps) {
  const { t } = useTranslation('tenant')
  const props = {
    label: t(`fields.${field}`),
    description: t(`explained.${field}`, { address: `${location.origin}/api/auth/oidc/${firm.id}/callback` }),
    inputWrapperOrder: ['label' as const, 'input' as const, 'description' as const, 'error' as const],
    wrapperProps: { 'data-wide': 'true' },
    ...form.getInputProps(field),
  }
  switch (field) {
    case 'requiresSecondFactor': {
      const { onChange, checked } = form.getInputProps(field, { type: 'checkbox' }) as {
        readonly onChange: () => void
        readonly checked: boolean
      }
      const { label, description, wrapperProps, error } = props as typeof props & { readonly error?: ReactNode }
      return <Switch size="md" {...{ label, description, wrapperProps, error, checked, onChange }} />
    }
    case 'baseCurrency': {
      const names = new Intl.DisplayNames(locale(), { type: 'currency' })
      return <ChoiceSelect {...props} options={currencies} labelOf={(each) => `${each} – ${names.of(each) ?? each}`} />
    }
    case 'oidcClientSecret': {
      // The server deletes the secret when the issuer changes.
      const isSecretKept = firm.hasOidcClientSecret && form.values['oidcIssuer'] === (firm.oidcIssuer ?? '')
      return <SecretInput {...props} autoComplete="off" placeholder={isSecretKept ? t('secretKept') : undefined} />
    }
    case 'illustrativeGrowth':
      return <TextInput {...props} inputMode="decimal" rightSection="%" autoComplete="off" />
    case 'leaseDays':
      return <TextInput {...props} inputMode="numeric" autoComplete="off" />
    default:
      return <TextInput {...props} {...(field === 'name' && required)} autoComplete="off" />
  }
}
