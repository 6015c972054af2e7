import { Button, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './notice-screen.module.css'

export function Crashed() {
  const { t } = useTranslation('shell')
  return (
    <div className={classes['notice']} role="alert">
      <Title order={1}>{t('crashed')}</Title>
      <Text c="dimmed">{t('crashedText')}</Text>
      <Button mt="sm" onClick={() => location.reload()}>
        {t('reload')}
      </Button>
    </div>
  )
}
