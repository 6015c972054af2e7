import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Fact, Facts } from '#web/ui/page/facts.tsx'
import { Section } from '#web/ui/page/section.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { AppStatus } from './app-status.tsx'
import classes from './app-section.module.css'
import { disableNotifications, useNotifications } from './notifications.ts'

export function AppSection() {
  const { t } = useTranslation('appStatus')
  const store = useStore()
  const { permission, isSubscribed } = useNotifications()
  return (
    <Section title={t('name')}>
      <div className={classes['status']}>
        <AppStatus />
      </div>
      <Facts>
        <Fact name={t('permission')}>
          {permission === 'granted' && isSubscribed === false ? t('turnedOff') : t(`permissionStands.${permission}`)}
        </Fact>
      </Facts>
      {isSubscribed && (
        <Button variant="default" w="fit-content" onClick={() => void disableNotifications(store)}>
          {t('disableNotifications')}
        </Button>
      )}
    </Section>
  )
}
