import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

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
