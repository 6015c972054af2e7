import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** Single sign-on users set a first password through the reset link. */
export function NoPassword() {
  const { t } = useTranslation('security')
  return (
    <>
      <Text c="dimmed">{t('noPassword')}</Text>
      <Group>
        <Button component="a" href="/api/auth/forgot" variant="default">
          {t('askForPassword')}
        </Button>
      </Group>
    </>
  )
}
