import { Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { showMoment } from '#web/ui/date-format.ts'
import { RowMark } from '#web/ui/row-mark.tsx'
import classes from './recent-activity.module.css'
import { entityWords, useRecentActivity } from './use-recent-activity.ts'

const verbs = {
  create: 'sync:created',
  update: 'sync:updated',
  delete: 'sync:deleted',
  restore: 'sync:restored',
  import: 'sync:imported',
} as const

/** What was done lately, by whom this person may know of; what waits to be sent stands first, with its mark. */
export function RecentActivity() {
  const { t } = useTranslation(['dashboard', 'sync'])
  const activities = useRecentActivity()
  return (
    <Stack gap="sm" component="section" aria-label={t('recentActivity')}>
      <Title order={2}>{t('recentActivity')}</Title>
      {activities.length === 0 && <Text c="dimmed">{t('noActivity')}</Text>}
      <ul className={classes['list']}>
        {activities.map(({ id, at, action, entityType, title, isWaiting }) => {
          const word = entityWords.find((each) => each === entityType) ?? 'other'
          return (
            <li key={id} className={classes['item']}>
              <span>
                {t(verbs[action], { what: t(`sync:entity.${word}`) })}
                {title !== null && (
                  <>
                    {': '}
                    <bdi>{title}</bdi>
                  </>
                )}
              </span>
              <Text component="span" size="sm" c="dimmed">
                {isWaiting ? <RowMark mark="waiting" /> : <time dateTime={at}>{showMoment(Date.parse(at))}</time>}
              </Text>
            </li>
          )
        })}
      </ul>
    </Stack>
  )
}
