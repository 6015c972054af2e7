import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Operation } from '#schema/sync/protocol.ts'
import type { EntityName } from '#schema/registry.ts'
import { useRecordLink } from '#web/records/names/record-link-context.ts'
import { ScreenLink } from '#web/records/names/screen-path.tsx'
import { useMay } from '#web/records/data/use-may.ts'
import { useRow } from '#web/records/data/use-table.ts'
import { closeSyncCenter } from '#web/ui/overlay/use-sync-center.ts'

export function WaitingActions({ op }: { readonly op: Operation }) {
  const { t } = useTranslation(['sync', 'common'])
  const entity = op.entity as EntityName
  const address = useRecordLink()(entity, op.id)
  const row = useRow(entity, op.id)
  const mayUpdate = useMay(entity, 'update')
  if (!address || !row) return null
  const { to, search } = address
  return (
    <>
      <Button variant="default" component={ScreenLink} to={to} search={search} onClick={closeSyncCenter}>
        {t('open')}
      </Button>
      {mayUpdate && (
        <Button
          variant="default"
          component={ScreenLink}
          to={to}
          search={{ ...search, dialog: 'edit' }}
          onClick={closeSyncCenter}
        >
          {t('common:edit')}
        </Button>
      )}
    </>
  )
}
