import { Button, Text, Title } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '#web/ui/overlay/toasts/toast.ts'
import classes from './notice.module.css'

interface CannotOpenProps {
  readonly failed: string | null
}

export function CannotOpen({ failed }: CannotOpenProps) {
  const { t } = useTranslation('session')
  useEffect(() => {
    if (failed !== null) toast.error(failed)
  }, [failed])
  return (
    <main className={classes['screen']} role="alert">
      <Title order={1}>{t('cannotOpen')}</Title>
      <Text c="dimmed">{t('cannotOpenText')}</Text>
      <Button onClick={() => location.reload()}>{t('tryAgain')}</Button>
    </main>
  )
}
