import { IconBell } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useComputed } from '#web/records/data/use-computed.ts'
import type { Table } from '#web/store/base/contract.ts'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { PopoverButton } from '#web/ui/overlay/popovers/popover-button.tsx'
import { preloadable } from '#web/ui/preloadable.tsx'
import { isUnread, type Notice } from './notice.ts'
import classes from './notification-bell.module.css'
import type { NotificationPanelProps } from './notification-panel.tsx'

const NotificationPanel = preloadable(() => import('./notification-panel.tsx').then((each) => each.NotificationPanel))
export const preloadNotifications = NotificationPanel.preload

function unreadIn(table: Table<Notice>): number {
  let unread = 0
  for (const notice of table.scan()) if (isUnread(notice)) unread++
  return unread
}

/** 0 clears the badge. */
const countOnIcon = async (unread: number): Promise<unknown> =>
  (navigator as Partial<Navigator>).setAppBadge?.(unread).catch(() => {})

const most = 99

export function NotificationBell({ addressOf }: Pick<NotificationPanelProps, 'addressOf'>) {
  const { t } = useTranslation('notifications')
  const unread = useComputed('notifications', unreadIn)
  useEffect(() => void countOnIcon(unread), [unread])
  return (
    <PopoverButton
      target={(props) => (
        <button
          type="button"
          aria-label={unread > 0 ? t('bellUnread', { count: unread, n: count(unread) }) : t('bell')}
          className={classes['bell']}
          {...props}
        >
          <IconBell size={22} stroke={1.6} aria-hidden="true" />
          {unread > 0 && (
            <span className={classes['badge']} aria-hidden="true">
              {unread > most ? t('moreThan', { n: count(most) }) : count(unread)}
            </span>
          )}
        </button>
      )}
      content={(close) => <NotificationPanel addressOf={addressOf} onClose={close} />}
    />
  )
}
