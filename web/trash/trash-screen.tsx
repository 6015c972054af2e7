// Rows deleted in the last 30 days, for staff. Online only: devices drop deleted rows.
import { Button, Text } from '@mantine/core'
import { IconRestore, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { EntityName } from '#schema/registry.ts'
import type { DeletedGroup } from '#schema/records/deleted-group.ts'
import { countText, untitledText } from '#web/records/names/entity-texts.ts'
import { OnlineStatePlaceholder, OlderCopyBanner } from '#web/records/data/online-state-placeholder.tsx'
import { holdingTitle } from '#web/records/names/record-title.ts'
import { useOnlineResult } from '#web/records/data/use-online-result.ts'
import { Moment } from '#web/ui/format/dates/moment.tsx'
import { Name } from '#web/ui/format/name.tsx'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { toast } from '#web/ui/overlay/toasts/toast.ts'
import { useAction } from '#web/ui/overlay/dialogs/use-action.ts'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { PlainTable } from '#web/ui/table/plain-table.tsx'
import { relatedRows } from './related-rows.ts'
import { listed } from '#web/ui/format/listed.tsx'

const maxShown = 200

export function TrashScreen() {
  const { t } = useTranslation(['trash', 'common'])
  const store = useStore()
  const {
    state,
    data: groups,
    setData,
    reload,
  } = useOnlineResult<readonly DeletedGroup[]>(`/api/trash?limit=${maxShown}`)
  const { isBusy, run } = useAction()
  const restore = (group: DeletedGroup) =>
    void run(async () => {
      await store.online.act(group.entity as EntityName, group.id, 'restore')
      toast.success(titleIn(group), t('common:restored'))
      setData((groups ?? []).filter((each) => each !== group))
      store.syncNow()
      reload()
    })
  return (
    <Page title={t('title')} subtitle={t('subtitle')}>
      {!groups ? (
        <OnlineStatePlaceholder state={state} icon={IconTrash} onRetry={reload} />
      ) : (
        <>
          {state.kind === 'failed' && <OlderCopyBanner problem={state.problem} />}
          {groups.length === 0 ? (
            <EmptyState icon={IconTrash} title={t('empty')} hint={t('emptyHint')} />
          ) : (
            <PlainTable
              label={t('title')}
              stacked
              columns={[
                { header: t('what') },
                { header: t('along') },
                { header: t('who') },
                { header: t('when') },
                { header: t('common:actions'), align: 'end' },
              ]}
              rows={groups.map((group) => ({
                id: `${group.entity} ${group.id}`,
                cells: [
                  <DeletedRecordText key="what" group={group} />,
                  <RelatedRowCounts key="along" group={group} />,
                  group.deletedBy === null ? t('common:none') : <Name key="who">{group.deletedBy}</Name>,
                  <Moment key="when" at={group.deletedAt} />,
                  <Button
                    key="restore"
                    variant="default"
                    leftSection={<IconRestore size={18} stroke={1.6} aria-hidden="true" />}
                    aria-label={t('restoreNamed', { name: titleIn(group) })}
                    disabled={isBusy}
                    onClick={() => restore(group)}
                  >
                    {t('restore')}
                  </Button>,
                ],
              }))}
            />
          )}
          {groups.length === maxShown && <Text c="dimmed">{t('more', { n: count(maxShown) })}</Text>}
        </>
      )}
    </Page>
  )
}

const titleIn = ({ entity, title, holding }: DeletedGroup): string =>
  holding ? holdingTitle(holding) : (title ?? untitledText(entity))

const DeletedRecordText = ({ group }: { readonly group: DeletedGroup }) => (
  <span>
    <Name>{titleIn(group)}</Name>
    <Text c="dimmed" size="sm">
      {countText(group.entity, 1)}
    </Text>
  </span>
)

function RelatedRowCounts({ group }: { readonly group: DeletedGroup }) {
  const { t } = useTranslation('common')
  const counts = relatedRows(group).map(([entity, n]) => countText(entity, n))
  return counts.length === 0 ? t('none') : listed(counts)
}
