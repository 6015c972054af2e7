import { useMemo } from 'react'
import type { EntityName, Row } from '#schema/registry.ts'
import type { ViewOptions } from '#web/store/base/contract.ts'
import { useStore } from '#web/ui/store-context.ts'
import { Incomplete, maxNames } from './incomplete.tsx'
import { readerOf } from '#web/records/data/read-any.ts'
import { recordTitle } from '#web/records/names/record-title.ts'
import { useView } from '#web/records/data/use-view.ts'

interface WithoutRateProps<Name extends EntityName> {
  readonly entity: Name
  readonly options: ViewOptions<Row<Name>>
  readonly filter: (row: Row<Name>) => boolean
  readonly missingRate: (row: Row<Name>) => string | undefined
}

export function WithoutRate<Name extends EntityName>({ entity, options, filter, missingRate }: WithoutRateProps<Name>) {
  const read = readerOf(useStore())
  const viewOptions = useMemo(() => ({ ...options, filter, findsSimilar: false }), [options, filter])
  const { rows } = useView(entity, viewOptions)
  const names = rows.slice(0, maxNames).map((row) => `${recordTitle(entity, row, read)} (${missingRate(row)})`)
  return <Incomplete names={names} count={rows.length} isStale={false} />
}
