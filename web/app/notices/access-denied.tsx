import { Alert, Button, Title } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './notice-screen.module.css'

export function AccessDenied({ text }: { readonly text: string }) {
  const { t } = useTranslation('shell')
  return (
    <div className={classes['notice']}>
      <Alert
        color="red"
        variant="light"
        radius="lg"
        role="alert"
        icon={<IconLock size={22} stroke={1.6} />}
        className={classes['alert'] ?? ''}
      >
        <Title order={1} size="h2" c="var(--hf-danger-text)">
          {t('accessDenied')}
        </Title>
        <p>{text}</p>
      </Alert>
      <Button component="a" href="/" variant="default" mt="sm">
        {t('backToDashboard')}
      </Button>
    </div>
  )
}
