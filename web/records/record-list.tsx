// A searched, sorted list of one entity's records, with its three empty states. Screens give what is special to them.
import type { IconProps } from '@tabler/icons-react'
import { type ComponentType, type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, Text } from '@mantine/core'
import type { EntityName, Row } from '#schema/registry.ts'
import type { ViewOptions } from '#web/store/contract.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { EmptyState, NotOnDevice } from '#web/ui/page/empty-state.tsx'
import { listOptions, orderOf, type Sorts } from './list-options.ts'
import type { SetSearch } from '#web/ui/search/list-search.ts'
import type { RecordSearch } from './record-search.ts'
import { count } from '#web/ui/format/number-format.ts'
import { Toolbar } from '#web/ui/page/page.tsx'
import { SearchInput } from '#web/ui/search/search-input.tsx'
import { nextSort, sortFrom } from '#web/ui/table/sort.ts'
import type { Column } from '#web/ui/table/table-columns.ts'
import { useAddressed } from '#web/ui/search/use-addressed.ts'
import { NotRead, ReadBefore } from './not-read.tsx'
import { UnsentFilter } from './unsent-filter.tsx'
import { useOnline } from './use-online.ts'
import { useStore } from '#web/ui/store-context.ts'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'
import { useTable } from './use-table.ts'
import { useView } from './use-view.ts'

interface RecordListProps<Name extends EntityName> {
  readonly entity: Name
  readonly label: string
  readonly search: RecordSearch
  readonly setSearch: SetSearch<RecordSearch>
  /** Removes every search and filter. */
  readonly onShowAll: () => void
  readonly searchHint: string
  readonly searchText: (row: Row<Name>) => string
  readonly filter?: ((row: Row<Name>) => boolean) | undefined
  /** The sorts by column. */
  readonly sorts: Sorts<Row<Name>>
  readonly columns: readonly Column<Row<Name>>[]
  readonly icon: ComponentType<IconProps>
  readonly empty: { readonly title: string; readonly hint?: string }
  readonly noMatch: string
  readonly toolbar?: ReactNode
}

export function RecordList<Name extends EntityName>(props: RecordListProps<Name>) {
  const { entity, search, setSearch, searchText, filter, sorts, columns, icon } = props
  const { t } = useTranslation('common')
  const status = useSyncStatus()
  const store = useStore()
  const online = useOnline(entity)
  const hasAllRows = online ? online.kind === 'here' : status.hasAllRows
  const table = useTable(entity)
  const sought = useAddressed('q', search, setSearch)
  const sorted = useAddressed('sort', search, setSearch)
  const sort = sortFrom(sorted.text)
  const order = useMemo(() => orderOf(sorts, sortFrom(sorted.text)), [sorts, sorted.text])
  const onlyUnsent = search.unsent === true
  // Marks are not part of a view: while the filter is on, every change of the table filters anew.
  const marksVersion = onlyUnsent ? table.version : 0

  // Kept stable while only the search changes, so that the view does not read the rows again.
  const passes = useMemo(() => {
    if (!onlyUnsent) return filter
    const isUnsent = (row: Row<Name>): boolean => marksVersion >= 0 && table.marked().has(row.id)
    return (row: Row<Name>): boolean => isUnsent(row) && (!filter || filter(row))
  }, [filter, onlyUnsent, marksVersion, table])

  const options = useMemo(
    (): ViewOptions<Row<Name>> => ({ ...listOptions(searchText, order, passes), search: sought.text }),
    [searchText, order, passes, sought.text],
  )
  const { rows, ready, expect } = useView(entity, options)
  const showAll = () => {
    sought.give('')
    props.onShowAll()
  }

  return (
    <>
      <Toolbar>
        <SearchInput hint={props.searchHint} given={sought.given} onType={sought.type} />
        <UnsentFilter entity={entity} on={onlyUnsent} onChange={(on) => setSearch({ unsent: on || undefined })} />
        {props.toolbar}
        <Text component="output" c="dimmed" size="sm" visibleFrom="xs">
          {hasAllRows &&
            ready &&
            (rows.length === table.size
              ? t('rows', { count: table.size, n: count(table.size) })
              : t('rowsOf', { shown: count(rows.length), all: count(table.size) }))}
        </Text>
      </Toolbar>
      {online?.kind === 'failed' && table.size > 0 && <ReadBefore problem={online.problem} />}
      {rows.length > 0 || !ready ? (
        <DataTable
          label={props.label}
          rows={rows}
          columns={columns}
          sort={sort}
          onExpectSort={(column) => expect(orderOf(sorts, sortFrom(nextSort(sort, column))))}
          onSort={(column) => sorted.give(nextSort(sort, column) ?? '')}
          selected={search.record}
        />
      ) : table.size > 0 ? (
        <EmptyState
          icon={icon}
          title={props.noMatch}
          action={
            <Button variant="default" mt="xs" onClick={showAll}>
              {t('clearFilter')}
            </Button>
          }
        />
      ) : hasAllRows ? (
        <EmptyState icon={icon} {...props.empty} />
      ) : online ? (
        <NotRead state={online} icon={icon} onRetry={() => void store.online.read(entity)} />
      ) : (
        <NotOnDevice icon={icon} />
      )}
    </>
  )
}
