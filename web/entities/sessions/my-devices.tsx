import { Group } from '@mantine/core'
import { IconDevices } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OnlineStatePlaceholder, OlderCopyBanner } from '#web/records/data/online-state-placeholder.tsx'
import { actionsFor } from '#web/records/actions/record-action.ts'
import { RowActionCell } from '#web/records/actions/row-action-cell.tsx'
import { useOnline } from '#web/records/data/use-online.ts'
import { useRow, useTable } from '#web/records/data/use-table.ts'
import { Moment } from '#web/ui/format/dates/moment.tsx'
import { Name } from '#web/ui/format/name.tsx'
import { Dialog } from '#web/ui/overlay/dialogs/dialog.tsx'
import { Badge } from '#web/ui/page/badge.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { PlainTable } from '#web/ui/table/plain-table.tsx'
import { deviceName, isThisDevice } from './device.ts'
import { SignOutDevice } from './sign-out-device.tsx'
import { signOutAction } from './sign-out-action.ts'
import { UnsentBadge } from './unsent-badge.tsx'

export function MyDevices() {
  const { t } = useTranslation(['sessions', 'common'])
  const { identity, online } = useStore()
  const state = useOnline('sessions')
  const [confirmingId, setConfirmingId] = useState<string>()
  // Administrators also receive devices that are signed out.
  const devices = useTable('sessions')
    .where('userId', identity.id)
    .filter(({ endedAs }) => !endedAs)
  const row = useRow('sessions', confirmingId)
  const close = () => setConfirmingId(undefined)
  if (state && devices.length === 0)
    return <OnlineStatePlaceholder state={state} icon={IconDevices} onRetry={() => void online.read('sessions')} />
  const actions = actionsFor('sessions', identity, { details: false, update: false, delete: false }, [signOutAction])
  const navigation = { open: (id: string) => setConfirmingId(id) }
  const latestFirst = [...devices].sort(
    (one, other) => Number(isThisDevice(other)) - Number(isThisDevice(one)) || (other.lastUsed < one.lastUsed ? -1 : 1),
  )
  return (
    <>
      {state?.kind === 'failed' && <OlderCopyBanner problem={state.problem} />}
      <PlainTable
        label={t('many')}
        stacked
        columns={[
          { header: t('fields.device') },
          { header: t('fields.lastUsed') },
          { header: t('fields.unsent') },
          { header: t('common:actions'), align: 'end' },
        ]}
        rows={latestFirst.map((each) => ({
          id: each.id,
          cells: [
            <Group key="device" gap="xs">
              <Name>{deviceName(each)}</Name>
              {isThisDevice(each) && <Badge tone="brand">{t('thisDevice')}</Badge>}
            </Group>,
            <Moment key="lastUsed" at={each.lastUsed} />,
            <UnsentBadge key="unsent" n={each.unsent} />,
            <RowActionCell key="actions" entity="sessions" row={each} actions={actions} navigation={navigation} />,
          ],
        }))}
      />
      <Dialog opened={row !== undefined} title={t('revokeTitle')} onClose={close} size="md" small>
        {row && <SignOutDevice row={row} onDone={close} />}
      </Dialog>
    </>
  )
}
