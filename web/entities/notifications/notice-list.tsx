import { Button, VisuallyHidden } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dateIn } from '#schema/money/dates.ts'
import { useView } from '#web/records/data/use-view.ts'
import { useDates } from '#web/ui/format/dates/use-dates.ts'
import { EmptyState, NotOnDevice } from '#web/ui/page/empty-state.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'
import { DayName } from './day-name.tsx'
import { markRead } from './mark-read.ts'
import { type AddressOf, addressOfNotification } from './notification-address.ts'
import { isUnread, newestFirst, type Notice } from './notice.ts'
import { NoticeText } from './notice-text.tsx'
import classes from './notification-panel.module.css'

interface NoticeListProps {
  readonly addressOf: AddressOf
  readonly onClose: () => void
}

const pageSize = 30

export function NoticeList({ addressOf, onClose }: NoticeListProps) {
  const { t } = useTranslation('notifications')
  const { timeZone } = useDates()
  const { hasAllRows } = useSyncStatus()
  const { rows, ready } = useView('notifications', newestFirst)
  const [shown, setShown] = useState(pageSize)
  if (rows.length === 0) {
    if (!ready) return null
    return hasAllRows ? (
      <EmptyState icon={IconBell} title={t('empty')} hint={t('emptyHint')} />
    ) : (
      <NotOnDevice icon={IconBell} />
    )
  }
  const days = Map.groupBy(rows.slice(0, shown), ({ createdAt }) => dateIn(timeZone, new Date(createdAt)))
  return (
    <>
      {[...days].map(([day, notices]) => (
        <section key={day}>
          <DayName day={day} />
          <ul className={classes['list']}>
            {notices.map((notice) => (
              <li key={notice.id}>
                <NoticeEntry notice={notice} addressOf={addressOf} onClose={onClose} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {rows.length > shown && (
        <div className={classes['more']}>
          <Button variant="default" onClick={() => setShown(shown + pageSize)}>
            {t('older')}
          </Button>
        </div>
      )}
    </>
  )
}

interface NoticeEntryProps extends NoticeListProps {
  readonly notice: Notice
}

function NoticeEntry({ notice, addressOf, onClose }: NoticeEntryProps) {
  const { t } = useTranslation('notifications')
  const { moment } = useDates()
  const store = useStore()
  const { to, search } = addressOfNotification(notice, addressOf)
  const open = () => {
    void markRead(store, [notice])
    onClose()
  }
  return (
    <Link
      to={to as '/'}
      search={search}
      className={classes['item'] ?? ''}
      data-unread={isUnread(notice) || undefined}
      onClick={open}
    >
      <span className={classes['dot']} />
      <span className={classes['words']}>
        <span>
          {isUnread(notice) && <VisuallyHidden>{t('unread')} </VisuallyHidden>}
          <NoticeText notice={notice} />
        </span>
        <time className={classes['when']} dateTime={notice.createdAt}>
          {moment(Date.parse(notice.createdAt))}
        </time>
      </span>
    </Link>
  )
}
