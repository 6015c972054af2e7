import { IconDevices } from '@tabler/icons-react'
import i18next from 'i18next'
import { recordScreen } from '#web/records/record-screen.tsx'
import { RecordValue } from '#web/records/columns/record-value.tsx'
import { ShortMoment } from '#web/ui/format/dates/moment.tsx'
import { Badge } from '#web/ui/page/badge.tsx'
import { deviceName, isThisDevice } from './device.ts'
import { signOutAction } from './sign-out-action.ts'
import { UnsentBadge } from './unsent-badge.tsx'

export const SessionsScreen = recordScreen({
  entity: 'sessions',
  icon: IconDevices,
  searchText: () => deviceName,
  reads: ['users'],
  actions: [signOutAction],
  columns: {
    primary: {
      about: (row) => <RecordValue entity="sessions" row={row} field="userId" />,
      badge: (row) => (
        <>
          {isThisDevice(row) && <Badge tone="brand">{i18next.t('sessions:thisDevice')}</Badge>}
          {row.endedAs && <Badge tone="neutral">{i18next.t(`sessions:choices.endedAs.${row.endedAs}`)}</Badge>}
        </>
      ),
    },
    others: [
      {
        id: 'lastUsed',
        header: () => i18next.t('sessions:fields.lastUsed'),
        width: '7rem',
        needsLabel: true,
        cell: ({ lastUsed }) => <ShortMoment at={lastUsed} />,
        sort: ({ lastUsed }) => lastUsed,
      },
      {
        id: 'createdAt',
        header: () => i18next.t('sessions:signedIn'),
        width: '7rem',
        needsLabel: true,
        cell: ({ createdAt }) => <ShortMoment at={createdAt} />,
        sort: ({ createdAt }) => createdAt,
      },
      { field: 'version', width: '5.5rem' },
      {
        id: 'unsent',
        header: () => i18next.t('sessions:fields.unsent'),
        width: '7.5rem',
        align: 'figure',
        cell: ({ unsent }) => <UnsentBadge n={unsent} />,
        sort: ({ unsent }) => unsent,
      },
    ],
  },
})
