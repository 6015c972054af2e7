import { Button, Text, Title } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { BrandMark } from './brand-mark.tsx'
import classes from './landing.module.css'

/** What signed-out visitors meet at `/`. */
export function Landing({ reachable }: { readonly reachable: boolean }) {
  const { t } = useTranslation(['shell', 'common'])
  useEffect(() => {
    document.title = t('common:productName')
  }, [t])
  return (
    <main className={classes['landing']}>
      <div className={classes['picture']} aria-hidden="true">
        <BrandMark size={320} />
      </div>
      <div className={classes['words']}>
        <div className={classes['name']}>
          <BrandMark size={32} />
          <span>{t('common:productName')}</span>
        </div>
        <Title order={1} className={classes['title'] ?? ''}>
          {t('welcomeTitle')}
        </Title>
        <Text size="lg" c="dimmed">
          {t('welcomeSubtitle')}
        </Text>
        <div className={classes['login']}>
          <Text>{t('welcomePrompt')}</Text>
          <Button size="md" onClick={() => location.assign('/api/login')}>
            {t('login')}
          </Button>
          {!reachable && (
            <Text component="output" size="sm" c="dimmed">
              {t('welcomeOffline')}
            </Text>
          )}
        </div>
      </div>
    </main>
  )
}
