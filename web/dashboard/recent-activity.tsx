import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { toldWords } from '#web/records/entity-texts.ts'
import { Name } from '#web/ui/format/name.tsx'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { Section } from '#web/ui/page/section.tsx'
import { RowMark } from '#web/ui/table/row-mark.tsx'
import { useDates } from '#web/ui/format/use-dates.ts'
import classes from './recent-activity.module.css'
import { useRecentActivity } from './use-recent-activity.ts'

/** The latest activities that this person may know of; what waits to be sent comes first, with its mark. */
export function RecentActivity() {
  const { t } = useTranslation(['dashboard', 'common'])
  const { moment } = useDates()
  const activities = useRecentActivity()
  return (
    <Section title={t('recentActivity')}>
      {activities.length === 0 && <Text c="dimmed">{t('noActivity')}</Text>}
      <ul className={classes['list']}>
        {activities.map(({ id, at, action, entityType, title, isWaiting }) => {
          return (
            <li key={id} className={classes['item']}>
              {title === null ? (
                <span>{toldWords(entityType, action)}</span>
              ) : (
                <Sentence
                  say={(value) => t('common:labelled', { label: toldWords(entityType, action), value })}
                  parts={[<Name key="title">{title}</Name>]}
                />
              )}
              <Text component="span" size="sm" c="dimmed">
                {isWaiting ? <RowMark mark="waiting" /> : <time dateTime={at}>{moment(Date.parse(at))}</time>}
              </Text>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
