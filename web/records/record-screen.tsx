// The one screen over an entity: a list with its search, and the dialogs that show, create, edit and delete a record. A
// screen describes itself as data; the person's permissions decide what it offers.
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnyRow } from '#schema/entity.ts'
import type { Row } from '#schema/registry.ts'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { noDialog } from '#web/ui/search/list-search.ts'
import { Page } from '#web/ui/page/page.tsx'
import { usePreloadWhenIdle } from '#web/ui/preload-when-idle.ts'
import { columnsOf } from '#web/ui/table/table-columns.ts'
import { BelongsTo } from './belongs-to.tsx'
import { type ListedEntity, manyWord, screenText, textOf } from './entity-texts.ts'
import { columnsFrom } from './record-columns.tsx'
import { formParts, RecordDialogs } from './record-dialogs.tsx'
import { RecordList } from './record-list.tsx'
import { type PlannedScreen, type RowEnd, type SearchProps, useOffered } from './record-plan.ts'
import { belongingTo, everyRecord, type RecordSearch } from './record-search.ts'
import { useRow } from './use-table.ts'
import { type Opened, type Opens, VerbButtons, verbLabel, verbsWidth } from './verb-buttons.tsx'

export interface RecordScreenProps extends SearchProps {
  /** Goes to the screen of another entity. */
  readonly go: (entity: ListedEntity, search: RecordSearch) => void
}

interface FullProps<Name extends ListedEntity> extends SearchProps {
  readonly of: PlannedScreen<Name>
  readonly rowEnd?: RowEnd<Name>
}

export function RecordScreen<Name extends ListedEntity>({ of, search, setSearch, rowEnd }: FullProps<Name>) {
  const { entity, icon, details: Details } = of
  // Texts are looked up by entity, outside of React: a change of language must redraw everything.
  const { t } = useTranslation('common')
  const offered = useOffered(of)
  usePreloadWhenIdle(useMemo(() => [...(Details ? [Details.preload] : []), ...formParts], [Details]))

  const { dialog, record } = search
  const row = useRow(entity, record)
  const open = useCallback<Opens>((id, as) => setSearch({ dialog: as, record: id }), [setSearch])
  const close = useCallback(() => setSearch(noDialog), [setSearch])

  const { update: mayUpdate, delete: mayDelete } = offered
  const columns = useMemo(() => {
    const verbs: Opened[] = Details ? ['details'] : []
    if (mayUpdate) verbs.push('edit')
    if (mayDelete && !Details) verbs.push('delete')
    const [first] = verbs
    const opening =
      first && first !== 'delete' ? { opens: verbLabel(first), open: (id: string) => open(id, first) } : null
    const drawn = columnsFrom(entity, of.columns, opening)
    if (!rowEnd && verbs.length === 0) return drawn
    const last = columnsOf<Row<Name>>().display({
      id: 'actions',
      header: t('actions'),
      // On narrow screens the buttons are left out: the details have the same verbs.
      meta: { width: rowEnd?.width ?? verbsWidth(verbs.length), align: 'end', ...(Details && { hideBelow: 'medium' }) },
      cell: ({ row: { original } }) =>
        rowEnd ? rowEnd.cell(original, open) : <VerbButtons verbs={verbs} id={original.id} open={open} />,
    })
    return [...drawn, last]
  }, [t, entity, of, Details, mayUpdate, mayDelete, rowEnd, open])

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
        sorts={of.sorts}
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
              search={search}
              setSearch={setSearch}
              onEdit={offered.update ? () => open(row.id, 'edit') : undefined}
              onDelete={offered.delete ? () => open(row.id, 'delete') : undefined}
            />
          )}
        </Dialog>
      )}
      <RecordDialogs verbs={of} offered={offered} shown={search} preset={belongs} onClose={close} />
    </Page>
  )
}
