import { useMemo } from 'react'
import type { EntityName, Row } from '#schema/registry.ts'
import type { ViewOptions } from '#web/store/base/contract.ts'
import { useStore } from '#web/ui/store-context.ts'
import { Incomplete, mostNamed } from './incomplete.tsx'
import { readerOf } from '#web/records/data/read-any.ts'
import { recordTitle } from '#web/records/names/record-title.ts'
import { useView } from '#web/records/data/use-view.ts'

interface WithoutRateProps<Name extends EntityName> {
  readonly entity: Name
  /** Those of the list. */
  readonly options: ViewOptions<Row<Name>>
  /** The rows that may belong to the list. */
  readonly filter: (row: Row<Name>) => boolean
  /** The currency without a rate. */
  readonly lacking: (row: Row<Name>) => string | undefined
}

/** Names the rows of which nobody can say whether their amount is within the bounds of the list's filter. */
export function WithoutRate<Name extends EntityName>({ entity, options, filter, lacking }: WithoutRateProps<Name>) {
  const read = readerOf(useStore())
  const asked = useMemo(() => ({ ...options, filter }), [options, filter])
  const { rows } = useView(entity, asked)
  const names = rows.slice(0, mostNamed).map((row) => `${recordTitle(entity, row, read)} (${lacking(row)})`)
  return <Incomplete names={names} count={rows.length} isStale={false} />
}
