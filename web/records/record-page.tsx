import { Button, Group } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#schema/registry.ts'
import { Page } from '#web/ui/page/page.tsx'
import { PrintOnly } from '#web/ui/page/print-only.tsx'
import type { Preloadable } from '#web/ui/preloadable.tsx'
import type { SearchPatch } from '#web/ui/search/list-search.ts'
import { useStore } from '#web/ui/store-context.ts'
import { actionsFor, type RecordNavigation } from './actions/record-action.ts'
import { useRecordCommands, useWithQuickEdit } from './details/use-record-commands.ts'
import { titleReaderOf } from './data/read-any.ts'
import { useReads } from './data/use-online.ts'
import { useRow } from './data/use-table.ts'
import { MissingRecord } from './details/missing-record.tsx'
import { useRecordPanel } from './details/use-record-panel.ts'
import { RecordDialogs } from './dialogs/record-dialogs.tsx'
import type { AnyForm, FieldOf } from './form/form-of.ts'
import { type DetailsProps, type RecordScreenProps, type ScreenPlan, usePermittedVerbs } from './list/record-plan.ts'
import { type ListedEntity, pluralName, textOf } from './names/entity-texts.ts'
import type { RecordSearch } from './names/record-search.ts'
import { recordTitle } from './names/record-title.ts'
import { ScreenLink, screenPath } from './names/screen-path.tsx'
import classes from './record-page.module.css'

interface RecordPageProps<Name extends ListedEntity> extends RecordScreenProps {
  readonly plan: ScreenPlan<Name>
  readonly details: Preloadable<DetailsProps<Name>>
  readonly quickForm: AnyForm<Name> | undefined
  readonly id: string
}

export function RecordPage<Name extends ListedEntity>({
  plan,
  details: Details,
  quickForm,
  id,
  search,
  setSearch,
  go,
}: RecordPageProps<Name>) {
  const { entity } = plan
  const { t } = useTranslation('common')
  const store = useStore()
  const { identity } = store
  const permitted = usePermittedVerbs(plan)
  useReads(plan.reads)
  const row = useRow(entity, id)
  // Uses the dialogs of a panel, as if this record were open beside its list.
  const setDialogSearch = useCallback(
    (patch: SearchPatch<RecordSearch>) => {
      if ('record' in patch && patch.record === undefined) return go(entity, {})
      const { dialog: _dialog, record: _record, ...over } = patch
      setSearch(over)
    },
    [entity, go, setSearch],
  )
  const onPage = useMemo(() => ({ ...search, dialog: 'details', record: id }), [search, id])
  const panel = useRecordPanel(entity, { search: onPage, setSearch: setDialogSearch })
  const { open } = panel
  const navigation = useMemo((): RecordNavigation => ({ open, go }), [open, go])
  const { update, delete: remove } = permitted
  const actions = useMemo(
    () =>
      actionsFor(
        entity,
        identity,
        { details: false, update, delete: remove, quickEdit: quickForm !== undefined },
        plan.actions,
      ),
    [entity, identity, plan, update, remove, quickForm],
  )
  useRecordCommands(
    entity,
    useWithQuickEdit(actions, update ? quickForm : undefined),
    navigation,
    useCallback(() => id, [id]),
  )
  const label = textOf(entity, 'detailsTitle') ?? pluralName(entity)
  const shown = row && {
    row: row as Row<Name>,
    facts: (plan.facts ?? []) as readonly FieldOf<Name>[],
    actions,
    navigation,
    search,
    setSearch,
  }
  return (
    <Page
      title={label}
      windowTitle={row ? recordTitle(entity, row, titleReaderOf(store)) : label}
      actions={
        <Group gap="xs">
          <Button variant="default" component={ScreenLink} to={screenPath(entity)}>
            {pluralName(entity)}
          </Button>
          {row && (
            <Button
              variant="default"
              leftSection={<IconPrinter size={18} stroke={1.6} aria-hidden="true" />}
              onClick={() => window.print()}
            >
              {t('print')}
            </Button>
          )}
        </Group>
      }
    >
      {panel.isMissing && <MissingRecord entity={entity} id={id} hasList />}
      {shown && (
        <>
          <div className={classes['sheet']}>
            <Details {...shown} />
          </div>
          <PrintOnly>
            <Details {...shown} isPrinted />
          </PrintOnly>
        </>
      )}
      <RecordDialogs
        verbs={plan}
        quickForm={quickForm}
        permitted={permitted}
        shown={panel.dialogOver}
        onClose={panel.closeDialog}
        onDeleted={panel.close}
        onDeleting={panel.onDeleting}
      />
    </Page>
  )
}
