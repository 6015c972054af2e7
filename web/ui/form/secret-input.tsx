import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** A password, a passphrase or a key: nobody reads it over a shoulder until the button in it shows it. */
export function SecretInput(props: PasswordInputProps) {
  const { t } = useTranslation('common')
  return (
    <PasswordInput
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': t('showCharacters') }}
      {...props}
    />
  )
}
