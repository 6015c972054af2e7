import { Progress, Text } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './empty-state.module.css'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'

interface EmptyStateProps {
  readonly icon: ComponentType<{ readonly size?: number | string; readonly stroke?: number | string }>
  readonly title: string
  readonly hint?: ReactNode
  readonly action?: ReactNode
}

export const EmptyState = ({ icon: Icon, title, hint, action }: EmptyStateProps) => (
  <div className={classes['empty']}>
    <Icon size={36} stroke={1.2} aria-hidden="true" />
    <Text className={classes['title']}>{title}</Text>
    {hint && <Text c="dimmed">{hint}</Text>}
    {action}
  </div>
)

export function NotOnDevice({ icon: Icon }: Pick<EmptyStateProps, 'icon'>) {
  const { t } = useTranslation('common')
  const { progress, connection, full } = useSyncStatus()
  const counts = progress && { have: count(progress.have), total: count(progress.total) }
  const message = () => {
    if (full) return t('notOnDeviceFull')
    if (connection === 'offline') return t('notOnDeviceOffline')
    return counts ? t('notOnDeviceProgress', counts) : t('notOnDeviceStarting')
  }
  return (
    <output className={classes['empty']}>
      <Icon size={36} stroke={1.2} aria-hidden="true" />
      <Text className={classes['title']}>{t('notOnDevice')}</Text>
      <Text c="dimmed">{message()}</Text>
      {progress && (
        <Progress
          className={classes['progress']}
          value={(100 * progress.have) / Math.max(1, progress.total)}
          aria-label={t('notOnDevice')}
        />
      )}
    </output>
  )
}
