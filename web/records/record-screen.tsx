// The screen over an entity: list, panel and dialogs. Plans describe it as data; permissions decide what it offers.
import { Box, Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ComponentType, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#schema/registry.ts'
import { Page } from '#web/ui/page/page.tsx'
import type { Preloadable } from '#web/ui/preloadable.tsx'
import { usePreloadWhenIdle } from '#web/ui/preload-when-idle.ts'
import { useStore } from '#web/ui/store-context.ts'
import { sortFrom } from '#web/ui/table/sort.ts'
import { columnsOf } from '#web/ui/table/table-columns.ts'
import { preloadActionItems } from './actions/action-menu.tsx'
import { type ListedEntity, manyWord, screenText, textOf } from './names/entity-texts.ts'
import { useColumnChoice } from './columns/column-choice.ts'
import { ColumnsButton } from './columns/columns-button.tsx'
import { ExportList } from './list/export-list.tsx'
import { type Facet, facetsOf, readableFacets } from './filters/facets.ts'
import { FilterButton, preloadFilters } from './filters/filter-button.tsx'
import { FilterChips } from './filters/filter-chips.tsx'
import { ListFoot } from './list/list-foot.tsx'
import type { Sorts } from './data/list-options.ts'
import { actionsFor, type Reach } from './actions/record-action.ts'
import { columnsFrom, sortsOf } from './columns/record-columns.tsx'
import type { FieldOf } from './form/form-of.ts'
import { plainDetails } from './details/plain-details.tsx'
import { formParts, RecordDialogs } from './dialogs/record-dialogs.tsx'
import { createListedRows } from './list/listed-rows.ts'
import { MissingRecord } from './details/missing-record.tsx'
import { preloadPanels } from './filters/panel-button.tsx'
import { RecordList } from './list/record-list.tsx'
import { RecordPanel } from './details/record-panel.tsx'
import { preloadFullScreenPanel } from '#web/ui/page/panel.tsx'
import {
  type DetailsProps,
  type RecordVerbs,
  type ScreenPlan,
  type SearchProps,
  useOffered,
} from './list/record-plan.ts'
import { belongingTo, everyRecord, type RecordSearch } from './names/record-search.ts'
import { preloadViews, ViewsButton } from './saved-views/views-button.tsx'
import { isMenu, RowEnd, widthOfEnd } from './actions/row-end.tsx'
import { useKnownDialog } from './dialogs/use-known-dialog.ts'
import { useListFilter } from './filters/use-list-filter.ts'
import classes from './record-screen.module.css'
import { useHasAllRows, useReads } from './data/use-online.ts'
import { useRecordPanel } from './details/use-record-panel.ts'
import { useRowInView } from './list/use-row-in-view.ts'
import { useStepKeys } from './list/use-step-keys.ts'
import { useRow, useTable } from './data/use-table.ts'
import { useWholeSorts } from './figures/use-whole-sorts.ts'

const laterParts = [
  ...formParts,
  preloadActionItems,
  preloadFilters,
  preloadViews,
  preloadPanels,
  preloadFullScreenPanel,
]

export interface RecordScreenProps extends SearchProps {
  readonly go: (entity: ListedEntity, search: RecordSearch) => void
}

/** Call once per plan, so that its functions stay the same. */
export function recordScreen<Name extends ListedEntity>(plan: ScreenPlan<Name>): ComponentType<RecordScreenProps> {
  const sorts = sortsOf(plan.entity, plan.columns)
  const facets = facetsOf(plan.entity, plan.filters ?? [])
  const details = (plan.details ?? (plan.facts && plainDetails(plan.entity))) as Details<Name>
  return (props) => <RecordScreen of={plan} details={details} sorts={sorts} facets={facets} {...props} />
}

type Details<Name extends ListedEntity> = Preloadable<DetailsProps<Name>> | undefined

interface FullProps<Name extends ListedEntity> extends RecordScreenProps {
  readonly of: ScreenPlan<Name>
  readonly details: Details<Name>
  readonly sorts: Sorts<Row<Name>>
  readonly facets: readonly Facet[]
}

function RecordScreen<Name extends ListedEntity>({
  of,
  details: Details,
  sorts: plain,
  facets: all,
  search,
  setSearch,
  go,
}: FullProps<Name>) {
  const { entity, icon, above: Above, beside: Beside } = of
  // Texts are looked up outside of React: a change of language must redraw everything.
  const { t } = useTranslation('common')
  const store = useStore()
  const { identity } = store
  const offered = useOffered(of)
  useReads(of.reads)
  useKnownDialog({ ...offered, details: Details !== undefined }, of.actions as RecordVerbs['actions'], {
    search,
    setSearch,
  })
  usePreloadWhenIdle(useMemo(() => [...(Details ? [Details.preload] : []), ...laterParts], [Details]))

  const usual = useMemo(() => sortFrom(of.order), [of])
  const facets = useMemo(() => readableFacets(entity, identity, all), [entity, identity, all])
  const row = useRow(entity, search.record)
  const { record, isMissing, open, step, close, ...panel } = useRecordPanel(entity, { search, setSearch })
  const reach = useMemo((): Reach => ({ open, go }), [open, go])
  const [listed] = useState(createListedRows)
  const list = useRef<HTMLDivElement>(null)
  useStepKeys(list, true, { listed, record, onStep: step })
  useRowInView(list, listed, record)
  const { update, delete: remove } = offered
  const actions = useMemo(
    () => actionsFor(entity, identity, { details: Details !== undefined, update, delete: remove }, of.actions),
    [entity, identity, Details, of, update, remove],
  )
  // With custom details, rows offer only frequent actions, unless they form a menu anyway.
  const inRow = useMemo(() => {
    const often = actions.filter(({ id, isRare }) => id !== 'delete' && !isRare)
    return of.details && !isMenu(often) ? often : actions
  }, [of, actions])

  const choice = useColumnChoice(entity, search, setSearch)
  const { isShown } = choice
  const columns = useMemo(() => {
    const opening = inRow.find(({ id }) => id === 'details' || id === 'edit')
    const drawn = columnsFrom(
      entity,
      of.columns,
      opening ? { opens: opening.label(), open: (each) => opening.run?.(each, reach, store) } : null,
    )
    const chosen = drawn.filter(({ id }, at) => at === 0 || isShown(id!))
    if (inRow.length === 0) return chosen
    const last = columnsOf<Row<Name>>().display({
      id: 'actions',
      header: t('actions'),
      // Narrow screens omit the buttons: the details have the same actions.
      meta: {
        width: widthOfEnd(inRow),
        align: 'end',
        isSticky: true,
        isShownElsewhere: true,
        ...(of.details && { hideBelow: 'medium' }),
      },
      cell: ({ row: { original } }) => <RowEnd entity={entity} row={original} actions={inRow} reach={reach} />,
    })
    return [...chosen, last]
  }, [t, entity, of, inRow, reach, store, isShown])

  const fields = of.columns.others.flatMap((plan) =>
    'field' in plan && isShown(plan.field) ? [plan.field as string] : [],
  )
  const belongs = belongingTo(entity, search)
  const filter = useListFilter(entity, facets, search)
  const sorts = useWholeSorts(entity, plain)
  const filters = { entity, facets, search, setSearch }

  // An empty list shows the button in place of its rows.
  const isEmpty = useTable(entity).size === 0
  const hasAllRows = useHasAllRows(entity)
  const isCreateInList = isEmpty && hasAllRows
  const create = offered.create && (
    <Button
      leftSection={<IconPlus size={18} aria-hidden="true" />}
      onClick={() => setSearch({ dialog: 'create', record: undefined })}
    >
      {screenText(entity, 'create')}
    </Button>
  )
  // Readers who cannot create records get texts of their own, if there are any.
  const forReaders = (key: string) => (offered.create ? null : textOf(entity, key))
  const hint = forReaders('emptyHintReader') ?? textOf(entity, 'emptyHint')
  return (
    <div className={classes['split']} data-open={record !== undefined || undefined}>
      <div className={classes['list']} ref={list}>
        <Page
          title={manyWord(entity)}
          subtitle={forReaders('subtitleReader') ?? screenText(entity, 'subtitle')}
          actions={!isCreateInList && create}
          fill
        >
          {Above && <Above search={search} setSearch={setSearch} />}
          <RecordList
            entity={entity}
            label={manyWord(entity)}
            search={search}
            setSearch={setSearch}
            onShowAll={() => setSearch(everyRecord(entity))}
            searchHint={screenText(entity, 'search')}
            searchText={of.searchText(store)}
            joins={of.joins}
            usual={usual}
            filter={filter.passes}
            open={filter.open}
            sorts={sorts}
            columns={columns}
            icon={icon}
            empty={{
              title: forReaders('emptyReader') ?? screenText(entity, 'empty'),
              ...(hint && { hint }),
              action: create && <Box mt="xs">{create}</Box>,
            }}
            noMatch={screenText(entity, 'noMatch')}
            onRows={listed.give}
            end={(shown) => (
              <>
                <ColumnsButton entity={entity} plans={of.columns} {...choice} />
                <ExportList entity={entity} columns={of.columns} isShown={isShown} shown={shown} />
              </>
            )}
            foot={(shown) => <ListFoot entity={entity} fields={fields} shown={shown} />}
            toolbar={
              <>
                {facets.length > 0 && <FilterButton {...filters} />}
                <ViewsButton list={entity} search={search} setSearch={setSearch} go={go} />
                {Beside && <Beside search={search} setSearch={setSearch} />}
              </>
            }
            chips={<FilterChips {...filters} />}
          />
        </Page>
      </div>
      <RecordPanel
        entity={entity}
        label={textOf(entity, 'detailsTitle') ?? textOf(entity, 'one') ?? manyWord(entity)}
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
            facts={(of.facts ?? []) as readonly FieldOf<Name>[]}
            actions={actions.filter(({ id }) => id !== 'details')}
            reach={reach}
            search={search}
            setSearch={setSearch}
          />
        )}
      </RecordPanel>
      <RecordDialogs
        verbs={of}
        offered={offered}
        shown={panel.over}
        preset={belongs}
        onCreated={(id) => of.opensCreated && open(id, of.opensCreated)}
        onClose={panel.closeOver}
        onDeleted={close}
        onDeleting={panel.onDeleting}
      />
    </div>
  )
}
