import { Button, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './notice.module.css'

/** Shown when the local database cannot be opened; it changes nothing on the device. */
export function CannotOpen() {
  const { t } = useTranslation('session')
  return (
    <main className={classes['screen']} role="alert">
      <Title order={1}>{t('cannotOpen')}</Title>
      <Text c="dimmed">{t('cannotOpenText')}</Text>
      <Button onClick={() => location.reload()}>{t('tryAgain')}</Button>
    </main>
  )
}
