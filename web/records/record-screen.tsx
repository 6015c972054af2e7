// The one screen over an entity: a list with its search, and the dialogs that show, create, edit and delete a record. A
// screen describes itself as data; the person's permissions decide what it offers.
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ComponentType, useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnyRow } from '#schema/entity.ts'
import type { Row } from '#schema/registry.ts'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { noDialog } from '#web/ui/search/list-search.ts'
import { Page } from '#web/ui/page/page.tsx'
import type { Preloadable } from '#web/ui/preloadable.tsx'
import { usePreloadWhenIdle } from '#web/ui/preload-when-idle.ts'
import { useStore } from '#web/ui/store-context.ts'
import { columnsOf } from '#web/ui/table/table-columns.ts'
import { preloadActionItems } from './action-menu.tsx'
import { BelongsTo } from './belongs-to.tsx'
import { type ListedEntity, manyWord, screenText, textOf } from './entity-texts.ts'
import type { Sorts } from './list-options.ts'
import { actionsFor, type Reach } from './record-action.ts'
import { columnsFrom, sortsOf } from './record-columns.tsx'
import type { FieldOf } from './form-of.ts'
import { plainDetails } from './plain-details.tsx'
import { formParts, RecordDialogs } from './record-dialogs.tsx'
import { RecordList } from './record-list.tsx'
import { type DetailsProps, type ScreenPlan, type SearchProps, useOffered } from './record-plan.ts'
import { belongingTo, everyRecord, type RecordSearch } from './record-search.ts'
import { RowEnd, widthOfEnd } from './row-end.tsx'
import { useReads } from './use-online.ts'
import { useRow } from './use-table.ts'

const laterParts = [...formParts, preloadActionItems]

export interface RecordScreenProps extends SearchProps {
  /** Goes to the screen of another entity. */
  readonly go: (entity: ListedEntity, search: RecordSearch) => void
}

/** The screen of a plan. Called once per screen, so that its functions stay the same. */
export function recordScreen<Noun extends ListedEntity>(plan: ScreenPlan<Noun>): ComponentType<RecordScreenProps> {
  const sorts = sortsOf(plan.entity, plan.columns)
  const facts = plan.facts as readonly FieldOf<Noun>[] | undefined
  const details = (plan.details ?? (facts && plainDetails(plan.entity, facts))) as Details<Noun>
  return (props) => <RecordScreen of={plan} details={details} sorts={sorts} {...props} />
}

type Details<Noun extends ListedEntity> = Preloadable<DetailsProps<Noun>> | undefined

interface FullProps<Noun extends ListedEntity> extends RecordScreenProps {
  readonly of: ScreenPlan<Noun>
  readonly details: Details<Noun>
  readonly sorts: Sorts<Row<Noun>>
}

function RecordScreen<Noun extends ListedEntity>({
  of,
  details: Details,
  sorts,
  search,
  setSearch,
  go,
}: FullProps<Noun>) {
  const { entity, icon } = of
  // Texts are looked up by entity, outside of React: a change of language must redraw everything.
  const { t } = useTranslation('common')
  const store = useStore()
  const { identity } = store
  const offered = useOffered(of)
  useReads(of.reads)
  usePreloadWhenIdle(useMemo(() => [...(Details ? [Details.preload] : []), ...laterParts], [Details]))

  const { dialog, record } = search
  const row = useRow(entity, record)
  const close = useCallback(() => setSearch(noDialog), [setSearch])
  const reach = useMemo((): Reach => ({ open: (id, as) => setSearch({ dialog: as, record: id }), go }), [setSearch, go])
  const { update, delete: remove } = offered
  const actions = useMemo(
    () => actionsFor(identity, { details: Details !== undefined, update, delete: remove }, of.actions),
    [identity, Details, of, update, remove],
  )
  // Details of a screen's own are where one works; a row then has room only for what is done often.
  const inRow = useMemo(() => (of.details ? actions.filter(({ id }) => id !== 'delete') : actions), [of, actions])

  const columns = useMemo(() => {
    const opening = inRow.find(({ id }) => id === 'details' || id === 'edit')
    const drawn = columnsFrom(
      entity,
      of.columns,
      opening ? { opens: opening.label(), open: (each) => opening.run?.(each, reach, store) } : null,
    )
    if (inRow.length === 0) return drawn
    const last = columnsOf<Row<Noun>>().display({
      id: 'actions',
      header: t('actions'),
      // On narrow screens the buttons are left out: the details have the same actions.
      meta: { width: widthOfEnd(inRow), align: 'end', ...(of.details && { hideBelow: 'medium' }) },
      cell: ({ row: { original } }) => <RowEnd entity={entity} row={original} actions={inRow} reach={reach} />,
    })
    return [...drawn, last]
  }, [t, entity, of, inRow, reach, store])

  const belongs = belongingTo(entity, search)
  const wanted = JSON.stringify(belongs)
  const filter = useMemo(() => {
    const references = Object.entries(JSON.parse(wanted) as typeof belongs)
    return references.length > 0
      ? (each: AnyRow): boolean => references.every(([field, id]) => each[field] === id)
      : undefined
  }, [wanted])

  const create = offered.create && (
    <Button
      leftSection={<IconPlus size={18} aria-hidden="true" />}
      onClick={() => setSearch({ dialog: 'create', record: undefined })}
    >
      {screenText(entity, 'create')}
    </Button>
  )
  const forReaders = offered.create ? null : textOf(entity, 'subtitleReader')
  const hint = textOf(entity, 'emptyHint')
  return (
    <Page title={manyWord(entity)} subtitle={forReaders ?? screenText(entity, 'subtitle')} actions={create} fill>
      <RecordList
        entity={entity}
        label={manyWord(entity)}
        search={search}
        setSearch={setSearch}
        onShowAll={() => setSearch(everyRecord(entity))}
        searchHint={screenText(entity, 'search')}
        searchText={of.searchText()}
        filter={filter}
        sorts={sorts}
        columns={columns}
        icon={icon}
        empty={{ title: screenText(entity, 'empty'), ...(hint && { hint }) }}
        noMatch={screenText(entity, 'noMatch')}
        toolbar={
          <BelongsTo
            entity={entity}
            of={belongs}
            onShowAll={() => setSearch(Object.fromEntries(Object.keys(belongs).map((name) => [name, undefined])))}
          />
        }
      />
      {Details && (
        <Dialog
          opened={dialog === 'details' && row !== undefined}
          title={screenText(entity, 'detailsTitle')}
          onClose={close}
          size="xl"
        >
          {row && (
            <Details
              row={row}
              actions={actions.filter(({ id }) => id !== 'details')}
              reach={reach}
              search={search}
              setSearch={setSearch}
            />
          )}
        </Dialog>
      )}
      <RecordDialogs
        verbs={of}
        offered={offered}
        shown={search}
        preset={belongs}
        onCreated={(id) => of.opensCreated && reach.open(id, of.opensCreated)}
        onClose={close}
      />
    </Page>
  )
}
