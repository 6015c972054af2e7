import { Button, Tabs, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useTable } from '#web/records/data/use-table.ts'
import { useToastHistory } from '#web/ui/overlay/toasts/toast-history.ts'
import { useStore } from '#web/ui/store-context.ts'
import { markRead } from './mark-read.ts'
import { isUnread } from './notice.ts'
import type { AddressOf } from './notification-address.ts'
import { NoticeList } from './notice-list.tsx'
import classes from './notification-panel.module.css'
import { PastToasts } from './past-toasts.tsx'

export interface NotificationPanelProps {
  readonly addressOf: AddressOf
  readonly onClose: () => void
}

export function NotificationPanel({ addressOf, onClose }: NotificationPanelProps) {
  const { t } = useTranslation('notifications')
  const store = useStore()
  const notices = useTable('notifications')
  const unread = [...notices.all()].filter(isUnread)
  const past = useToastHistory((history) => history.past)
  const markAll = () => void markRead(store, unread)
  return (
    <Tabs defaultValue="notices" className={classes['panel'] ?? ''} classNames={{ tab: classes['tab'] ?? '' }}>
      <div className={classes['head']}>
        <Title order={2} className={classes['title'] ?? ''}>
          {t('many')}
        </Title>
        {notices.size > 0 && (
          <Button variant="subtle" size="compact-md" disabled={unread.length === 0} onClick={markAll}>
            {t('markAll')}
          </Button>
        )}
      </div>
      <Tabs.List>
        <Tabs.Tab value="notices">{t('part.notices')}</Tabs.Tab>
        <Tabs.Tab value="messages">{t('part.messages')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="notices" className={classes['body'] ?? ''}>
        <NoticeList addressOf={addressOf} onClose={onClose} />
      </Tabs.Panel>
      <Tabs.Panel value="messages" className={classes['body'] ?? ''}>
        <PastToasts past={past} onClose={onClose} />
      </Tabs.Panel>
    </Tabs>
  )
}
