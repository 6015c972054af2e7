import { Button } from '@mantine/core'
import { IconCloudCheck, IconCloudOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SyncStatus } from '#web/store/base/contract.ts'
import { Badge } from '#web/ui/page/badge.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'
import classes from './app-status.module.css'
import { install, postponeInstall, useInstall } from './install.ts'
import { enableNotifications, mayEnable, useNotifications } from './notifications.ts'

export function AppStatus() {
  const { t } = useTranslation('appStatus')
  const store = useStore()
  const status = useSyncStatus()
  const installing = useInstall()
  const notifications = useNotifications()
  const isOnline = status.connection === 'online'
  if (installing.isInstalled && notifications.permission === 'granted' && !mayEnable(notifications))
    return (
      <section aria-label={t('name')} className={classes['badge']} data-online={isOnline || undefined}>
        {isOnline ? t('online') : t('offline')}
      </section>
    )
  return (
    <section aria-label={t('name')} className={classes['cards']}>
      {installing.offer && !installing.isPostponed && (
        <Card text={t('install')}>
          <Button onClick={() => void install(installing)}>{t('installApp')}</Button>
          <Button variant="default" onClick={postponeInstall}>
            {t('later')}
          </Button>
        </Card>
      )}
      {mayEnable(notifications) && (
        <Card text={t('notifications')}>
          <Button variant="default" onClick={() => void enableNotifications(store)}>
            {t('enableNotifications')}
          </Button>
        </Card>
      )}
      <Connection status={status} />
    </section>
  )
}

const Card = ({ text, children }: { readonly text: string; readonly children: ReactNode }) => (
  <div className={classes['card']}>
    <p className={classes['text']}>{text}</p>
    <div className={classes['actions']}>{children}</div>
  </div>
)

/** Data is live only once this device has caught up. */
const isLive = ({ connection, unsteady, suspended, hasAllRows, progress }: SyncStatus): boolean =>
  connection === 'online' && !unsteady && !suspended && hasAllRows && progress === null

function Connection({ status }: { readonly status: SyncStatus }) {
  const { t } = useTranslation('appStatus')
  const isConnected = status.connection === 'online'
  const Icon = isConnected ? IconCloudCheck : IconCloudOff
  return (
    <div className={classes['connection']}>
      <Icon size={18} stroke={1.6} aria-hidden="true" />
      <span className={classes['word']}>{isConnected ? t('connected') : t('offlineMode')}</span>
      <Badge tone={isLive(status) ? 'good' : 'neutral'}>{isLive(status) ? t('live') : t('cached')}</Badge>
    </div>
  )
}
