// Plans describe it as data; permissions decide what it offers.
import { Box, Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ComponentType, useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#schema/registry.ts'
import { PanelResizer } from '#web/ui/page/panel-resizer.tsx'
import { ListPage } from '#web/ui/page/page.tsx'
import type { Preloadable } from '#web/ui/preloadable.tsx'
import { usePreloadWhenIdle } from '#web/ui/preload-when-idle.ts'
import { useStore } from '#web/ui/store-context.ts'
import { sortFrom } from '#web/ui/table/sort.ts'
import { preloadActionItems } from './actions/action-menu.tsx'
import { type ListedEntity, pluralName, screenText, textOf } from './names/entity-texts.ts'
import { useColumnChoice } from './columns/column-choice.ts'
import { ColumnsButton } from './columns/columns-button.tsx'
import { ListTools, preloadToolItems } from './list/list-tools.tsx'
import { type Facet, facetsOf, readableFacets } from './filters/facets.ts'
import { FilterButton, preloadFilters } from './filters/filter-button.tsx'
import { FilterChips } from './filters/filter-chips.tsx'
import { ListFoot } from './list/list-foot.tsx'
import type { Sorts } from './data/list-options.ts'
import { actionsFor, type RecordNavigation } from './actions/record-action.ts'
import { columnsFrom, sortsOf } from './columns/record-columns.tsx'
import type { AnyForm, FieldOf } from './form/form-of.ts'
import { quickFormOf } from './dialogs/quick-form.ts'
import { plainDetails } from './details/plain-details.tsx'
import { formParts, RecordDialogs } from './dialogs/record-dialogs.tsx'
import { createListedRows } from './list/listed-rows.ts'
import { MissingRecord } from './details/missing-record.tsx'
import { preloadPanels } from './filters/panel-button.tsx'
import { isMoneyIn } from './figures/is-money-in.ts'
import { RecordList } from './list/record-list.tsx'
import { RecordPage } from './record-page.tsx'
import { RecordPanel } from './details/record-panel.tsx'
import { preloadFullScreenPanel } from '#web/ui/page/panel.tsx'
import {
  type DetailsProps,
  type RecordScreenProps,
  type RecordVerbs,
  type ScreenPlan,
  usePermittedVerbs,
} from './list/record-plan.ts'
import { parentsIn, withoutFilters } from './names/record-search.ts'
import { preloadViews, ViewsButton } from './saved-views/views-button.tsx'
import { actionsColumn, isMenu } from './actions/row-action-cell.tsx'
import { useRecordCommands, useWithQuickEdit } from './details/use-record-commands.ts'
import { useCloseUnknownDialog } from './dialogs/use-close-unknown-dialog.ts'
import { useListFilter } from './filters/use-list-filter.ts'
import classes from './record-screen.module.css'
import { useHasAllRows, useReads } from './data/use-online.ts'
import { useRecordPanel } from './details/use-record-panel.ts'
import { useCurrentRow } from './list/use-current-row.ts'
import { useSelection } from './list/use-selection.ts'
import { SelectionBar } from './dialogs/selection-bar.tsx'
import { SelectionContext } from './data/selection.ts'
import { useRowCommands } from './list/use-row-commands.ts'
import { type SavedRecord, useRowInView, useSavedRow } from './list/use-row-in-view.ts'
import { useRow, useTable } from './data/use-table.ts'
import { useWholeSorts } from './figures/use-whole-sorts.ts'

const preloadParts = [
  ...formParts,
  preloadActionItems,
  preloadToolItems,
  preloadFilters,
  preloadViews,
  preloadPanels,
  preloadFullScreenPanel,
]

/** Call once per plan, so that its functions stay the same. */
export function recordScreen<Name extends ListedEntity>(plan: ScreenPlan<Name>): ComponentType<RecordScreenProps> {
  const sorts = sortsOf(plan.entity, plan.columns)
  const facets = facetsOf(plan.entity, plan.filters ?? [])
  const quickForm = plan.form && quickFormOf(plan.form as AnyForm<Name>, plan.columns)
  const details = (plan.details ?? (plan.facts && plainDetails(plan.entity))) as Details<Name>
  return ({ page, ...props }) =>
    page !== undefined && details ? (
      <RecordPage plan={plan} details={details} quickForm={quickForm} id={page} {...props} />
    ) : (
      <RecordScreen plan={plan} details={details} quickForm={quickForm} sorts={sorts} facets={facets} {...props} />
    )
}

type Details<Name extends ListedEntity> = Preloadable<DetailsProps<Name>> | undefined

interface FullProps<Name extends ListedEntity> extends RecordScreenProps {
  readonly plan: ScreenPlan<Name>
  readonly details: Details<Name>
  readonly quickForm: AnyForm<Name> | undefined
  readonly sorts: Sorts<Row<Name>>
  readonly facets: readonly Facet[]
}

function RecordScreen<Name extends ListedEntity>({
  plan,
  details: Details,
  quickForm,
  sorts: plainSorts,
  facets: all,
  search,
  setSearch,
  go,
}: FullProps<Name>) {
  const { entity, icon, above: Above, beside: Beside } = plan
  // Texts are looked up outside of React: a change of language must rerender everything.
  const { t } = useTranslation('common')
  const store = useStore()
  const { identity } = store
  const permitted = usePermittedVerbs(plan)
  useReads(plan.reads)
  useCloseUnknownDialog({ ...permitted, details: Details !== undefined }, plan.actions as RecordVerbs['actions'], {
    search,
    setSearch,
  })
  usePreloadWhenIdle(useMemo(() => [...(Details ? [Details.preload] : []), ...preloadParts], [Details]))

  const defaultSort = useMemo(() => sortFrom(plan.order), [plan])
  const facets = useMemo(() => readableFacets(entity, identity, all), [entity, identity, all])
  const row = useRow(entity, search.record)
  const { record, isMissing, open, step, close, ...panel } = useRecordPanel(entity, { search, setSearch })
  const navigation = useMemo((): RecordNavigation => ({ open, go }), [open, go])
  const [listed] = useState(createListedRows)
  const list = useRef<HTMLDivElement>(null)
  const focusedRow = useCurrentRow(list, listed)
  const selection = useSelection(list, listed, focusedRow)
  useRowCommands(list, { listed, current: focusedRow, record, onStep: step })
  useRowInView(list, listed, record)
  const [saved, setSaved] = useState<SavedRecord>()
  useSavedRow(list, listed, saved)
  const { update, delete: remove } = permitted
  const actions = useMemo(
    () =>
      actionsFor(
        entity,
        identity,
        { details: Details !== undefined, update, delete: remove, quickEdit: quickForm !== undefined },
        plan.actions,
      ),
    [entity, identity, Details, plan, update, remove, quickForm],
  )
  const currentRecord = useCallback(() => focusedRow()?.id ?? record, [focusedRow, record])
  const isReplaced = useCallback(({ id }: { id: string }) => id === 'delete' && selection.hasRows(), [selection])
  const commands = useWithQuickEdit(actions, update ? quickForm : undefined)
  useRecordCommands(entity, commands, navigation, currentRecord, isReplaced)
  // With custom details, rows offer only frequent actions, unless they form a menu anyway.
  const rowActions = useMemo(() => {
    const frequent = actions.filter(({ id, isRare }) => id !== 'delete' && !isRare)
    return plan.details && !isMenu(frequent) ? frequent : actions
  }, [plan, actions])

  const choice = useColumnChoice(entity, search, setSearch)
  const { isShown } = choice
  const columns = useMemo(() => {
    const opening = rowActions.find(({ id }) => id === 'details' || id === 'edit')
    const allColumns = columnsFrom(
      entity,
      plan.columns,
      opening ? { opens: opening.label(), open: (each) => opening.run?.(each, navigation, store) } : null,
    )
    const shownColumns = allColumns.filter(({ id }, at) => at === 0 || isShown(id!))
    if (rowActions.length === 0) return shownColumns
    // Narrow screens omit the buttons: the details have the same actions.
    const meta = { header: t('actions'), drops: plan.details ? 'first' : 'never' } as const
    return [...shownColumns, actionsColumn(entity, rowActions, navigation, meta)]
  }, [t, entity, plan, rowActions, navigation, store, isShown])

  const fields = plan.columns.others.flatMap((column) =>
    'field' in column && isShown(column.field) && isMoneyIn(entity, column.field) ? [column.field as string] : [],
  )
  const parents = parentsIn(entity, search)
  const filter = useListFilter(entity, facets, search)
  const sorts = useWholeSorts(entity, plainSorts)
  const filters = { entity, facets, search, setSearch }
  const tools = { entity, selection, columns: plan.columns, isShown }

  // An empty list shows the button in place of its rows.
  const isEmpty = useTable(entity).size === 0
  const hasAllRows = useHasAllRows(entity)
  const isCreateInList = isEmpty && hasAllRows
  const create = permitted.create && (
    <Button
      data-hint={screenText(entity, 'create')}
      leftSection={<IconPlus size={18} aria-hidden="true" />}
      onClick={() => setSearch({ dialog: 'create', record: undefined })}
    >
      {screenText(entity, 'create')}
    </Button>
  )
  // Readers who cannot create records get texts of their own, if there are any.
  const readerText = (key: string) => (permitted.create ? null : textOf(entity, key))
  const hint = readerText('emptyHintReader') ?? textOf(entity, 'emptyHint')
  return (
    <div className={classes['split']} data-open={record !== undefined || undefined} data-beside-bar>
      <div className={classes['list']} ref={list} data-list>
        <SelectionContext value={selection}>
          <ListPage title={pluralName(entity)}>
            <RecordList
              entity={entity}
              heading={{
                title: pluralName(entity),
                subtitle: readerText('subtitleReader') ?? screenText(entity, 'subtitle'),
                action: !isCreateInList && create,
              }}
              above={Above && <Above search={search} setSearch={setSearch} />}
              search={search}
              setSearch={setSearch}
              onShowAll={() => setSearch(withoutFilters(entity))}
              searchHint={screenText(entity, 'search')}
              searchText={plan.searchText(store)}
              joins={plan.joins}
              defaultSort={defaultSort}
              filter={filter.passes}
              open={filter.open}
              sorts={sorts}
              columns={columns}
              icon={icon}
              empty={{
                title: readerText('emptyReader') ?? screenText(entity, 'empty'),
                ...(hint && { hint }),
                action: create && <Box mt="xs">{create}</Box>,
              }}
              noMatch={screenText(entity, 'noMatch')}
              onRows={listed.setRows}
              end={(shown) => (
                <>
                  <ColumnsButton entity={entity} plans={plan.columns} {...choice} />
                  <ListTools {...tools} shown={shown} />
                </>
              )}
              foot={(shown, isComplete) =>
                fields.length > 0 && <ListFoot entity={entity} fields={fields} shown={shown} isComplete={isComplete} />
              }
              toolbar={
                <>
                  {facets.length > 0 && <FilterButton {...filters} />}
                  <ViewsButton list={entity} search={search} setSearch={setSearch} go={go} />
                  {Beside && <Beside search={search} setSearch={setSearch} />}
                </>
              }
              chips={<FilterChips {...filters} />}
            />
            <SelectionBar {...tools} listed={listed} actions={plan.selectedActions} mayDelete={remove} />
          </ListPage>
        </SelectionContext>
      </div>
      {record !== undefined && <PanelResizer />}
      <RecordPanel
        entity={entity}
        label={textOf(entity, 'detailsTitle') ?? textOf(entity, 'one') ?? pluralName(entity)}
        record={record}
        listed={listed}
        openings={panel.openings}
        stepped={panel.stepped}
        onStep={step}
        onClose={close}
      >
        {isMissing && record !== undefined && <MissingRecord entity={entity} id={record} onClose={close} />}
        {!isMissing && Details && row && (
          <Details
            key={row.id}
            row={row}
            facts={(plan.facts ?? []) as readonly FieldOf<Name>[]}
            actions={actions.filter(({ id }) => id !== 'details')}
            navigation={navigation}
            search={search}
            setSearch={setSearch}
          />
        )}
      </RecordPanel>
      <RecordDialogs
        verbs={plan}
        quickForm={quickForm}
        permitted={permitted}
        shown={panel.dialogOver}
        preset={parents}
        onCreated={(id) => {
          setSaved({ id })
          if (plan.actionAfterCreate) open(id, plan.actionAfterCreate)
        }}
        onEdited={(id) => setSaved({ id })}
        onClose={panel.closeDialog}
        onDeleted={close}
        onDeleting={panel.onDeleting}
      />
    </div>
  )
}
