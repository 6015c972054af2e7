import type { IconProps } from '@tabler/icons-react'
import { type ComponentType, type ReactNode, useLayoutEffect, useMemo, useState } from 'react'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { Button } from '@mantine/core'
import type { EntityName, Row } from '#schema/registry.ts'
import type { RowList, ViewOptions } from '#web/store/base/contract.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { EmptyState, NotOnDevice } from '#web/ui/page/empty-state.tsx'
import { countText } from '#web/records/names/entity-texts.ts'
import { listOptions, orderOf, type Sorts } from '#web/records/data/list-options.ts'
import type { SetSearch } from '#web/ui/search/list-search.ts'
import type { RecordSearch } from '#web/records/names/record-search.ts'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { Band, type BandHeading, type ListCount } from '#web/ui/page/band.tsx'
import { SearchInput } from '#web/ui/search/search-input.tsx'
import { nextSort, type Sort, sortFrom } from '#web/ui/table/sort.ts'
import type { Column } from '#web/ui/table/table-columns.ts'
import { useSearchText } from '#web/ui/search/use-search-text.ts'
import { OnlineStatePlaceholder, OlderCopyBanner } from '#web/records/data/online-state-placeholder.tsx'
import { SortButton } from '#web/records/filters/sort-button.tsx'
import { UnsentFilter } from '#web/records/filters/unsent-filter.tsx'
import type { OpenRows } from '#web/records/filters/use-list-filter.ts'
import { useHasAllRows, useOnline } from '#web/records/data/use-online.ts'
import { useStore } from '#web/ui/store-context.ts'
import { useTable } from '#web/records/data/use-table.ts'
import { useView, type ViewRows } from '#web/records/data/use-view.ts'
import { SimilarRows } from './similar-rows.tsx'
import { WithoutRate } from '#web/records/figures/without-rate.tsx'

interface RecordListProps<Name extends EntityName> {
  readonly entity: Name
  readonly heading: BandHeading
  readonly search: RecordSearch
  readonly setSearch: SetSearch<RecordSearch>
  readonly onShowAll: () => void
  readonly searchHint: string
  readonly searchText: (row: Row<Name>) => string
  readonly joins?: ViewOptions<Row<Name>>['joins'] | undefined
  readonly defaultSort: Sort | null
  readonly filter?: ((row: Row<Name>) => boolean) | undefined
  readonly open?: OpenRows | undefined
  readonly sorts: Sorts<Row<Name>>
  readonly columns: readonly Column<Row<Name>>[]
  readonly icon: ComponentType<IconProps>
  readonly empty: { readonly title: string; readonly hint?: string; readonly action?: ReactNode }
  readonly noMatch: string
  readonly toolbar?: ReactNode
  readonly above?: ReactNode
  readonly chips?: ReactNode
  readonly end?: (shown: ViewRows<Row<Name>>) => ReactNode
  readonly foot?: (shown: ViewRows<Row<Name>>, isComplete: boolean) => ReactNode
  readonly onRows?: (rows: RowList) => void
}

export function RecordList<Name extends EntityName>(props: RecordListProps<Name>) {
  const { entity, search, setSearch, searchText, joins, filter, sorts, defaultSort, columns, icon, onRows } = props
  const { t } = useTranslation('common')
  const store = useStore()
  const online = useOnline(entity)
  const hasAllRows = useHasAllRows(entity)
  const table = useTable(entity)
  const query = useSearchText('q', search, setSearch)
  const sortQuery = useSearchText('sort', search, setSearch)
  const sort = sortFrom(sortQuery.text)
  const order = useMemo(
    () => orderOf(sorts, sortFrom(sortQuery.text), defaultSort),
    [sorts, sortQuery.text, defaultSort],
  )
  const onlyUnsent = search.unsent === true
  // Badges are not part of a view: while the filter is on, every change of the table filters again.
  const badgesVersion = onlyUnsent ? table.version : 0

  // Stable while only the search changes, so that the view does not read the rows again.
  const { open } = props
  const [passes, mayPass] = useMemo(() => {
    const isUnsent = (row: Row<Name>): boolean => badgesVersion >= 0 && table.badged().has(row.id)
    const unsent = (test: ((row: Row<Name>) => boolean) | undefined) =>
      onlyUnsent ? (row: Row<Name>): boolean => isUnsent(row) && (!test || test(row)) : test
    return [unsent(filter), open && unsent(open.test)]
  }, [filter, open, onlyUnsent, badgesVersion, table])

  const options = useMemo(
    (): ViewOptions<Row<Name>> => ({
      ...listOptions(searchText, order, passes, joins),
      search: query.text,
      findsSimilar: true,
    }),
    [searchText, order, passes, joins, query.text],
  )
  const shown = useView(entity, options)
  const { rows, similar, ready, expect } = shown
  const listed = rows.length > 0 ? rows : similar
  useLayoutEffect(() => onRows?.(listed), [onRows, listed])
  const [areHeadingsComplete, setHeadingsComplete] = useState(true)
  const showAll = () => {
    query.setFromOutside('')
    props.onShowAll()
  }

  return (
    <>
      <Band
        {...props.heading}
        count={hasAllRows && ready ? listCount(entity, rows.length, table.size) : null}
        search={<SearchInput hint={props.searchHint} value={query.externalText} onType={query.setFromTyping} />}
        tools={
          <>
            <UnsentFilter entity={entity} on={onlyUnsent} onChange={(on) => setSearch({ unsent: on || undefined })} />
            {props.toolbar}
            {!areHeadingsComplete && (
              <SortButton
                columns={columns}
                currentSort={sort}
                defaultSort={defaultSort}
                onSort={(text) => sortQuery.setFromOutside(text ?? '')}
              />
            )}
            {hasAllRows && ready && props.end?.(shown)}
          </>
        }
        chips={props.chips}
      />
      {props.above}
      {online?.kind === 'failed' && table.size > 0 && <OlderCopyBanner problem={online.problem} />}
      {rows.length > 0 || !ready ? (
        <DataTable
          label={props.heading.title}
          rows={rows}
          columns={columns}
          sort={sort ?? defaultSort}
          onExpectSort={(column) => expect(orderOf(sorts, sortFrom(nextSort(sort, column, defaultSort)), defaultSort))}
          onSort={(column) => sortQuery.setFromOutside(nextSort(sort, column, defaultSort) ?? '')}
          selected={search.record}
          onHeadings={setHeadingsComplete}
          foot={props.foot?.(shown, hasAllRows && ready)}
        />
      ) : similar.length > 0 ? null : table.size > 0 ? (
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
        <OnlineStatePlaceholder state={online} icon={icon} onRetry={() => void store.online.read(entity)} />
      ) : (
        <NotOnDevice icon={icon} />
      )}
      {similar.length > 0 && <SimilarRows rows={similar} columns={columns} selected={search.record} />}
      {open && mayPass && (
        <WithoutRate entity={entity} options={options} filter={mayPass} missingRate={open.missingRate} />
      )}
    </>
  )
}

const listCount = (entity: EntityName, shown: number, all: number): ListCount =>
  shown === all
    ? { text: count(all), spoken: countText(entity, all) }
    : { text: i18next.t('common:rowsOf', { shown: count(shown), all: count(all) }) }
