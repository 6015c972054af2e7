import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** Whoever signs in with the firm's provider sets a first password like somebody who has lost theirs. */
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
