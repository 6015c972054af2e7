import { useMemo } from 'react'
import type { Row } from '#schema/registry.ts'
import type { Table } from '#web/store/base/contract.ts'
import { useComputed } from '#web/records/data/use-computed.ts'
import { useFigure } from '#web/records/data/use-figure.ts'
import { useTable } from '#web/records/data/use-table.ts'
import { type Pair, possibleDuplicates } from './duplicates.ts'

export type Decision = Row<'notDuplicates'>

const walk = (table: Table<Row<'investors'>>) => possibleDuplicates(table.scan())
const none: readonly Pair[] = []

/** Two people without a connection may name the records of a pair in either order. */
const keyOf = (one: string, other: string): string => [one, other].toSorted().join(' ')

const decidedIn = (table: Table<Decision>): ReadonlySet<string> =>
  new Set([...table.all()].map(({ firstId, secondId }) => keyOf(firstId, secondId)))

/**
 * The pairs of records on this device that may be of the same investor and of which nobody said that they are not; none
 * until they are found. All who ask share one search.
 */
export function useDuplicates(): readonly Pair[] {
  const pairs = useFigure('investors', walk) ?? none
  const decided = useComputed('notDuplicates', decidedIn)
  return useMemo(
    () => (decided.size > 0 ? pairs.filter(({ ids: [one, other] }) => !decided.has(keyOf(one, other))) : pairs),
    [pairs, decided],
  )
}

export interface DuplicateOf {
  readonly other: string
  readonly reasons: Pair['reasons']
}

/** Those of one record, with the other record's id. */
export function useDuplicatesOf(id: string): readonly DuplicateOf[] {
  const pairs = useDuplicates()
  return useMemo(
    () =>
      pairs.flatMap(({ ids: [one, two], reasons }) =>
        one === id ? [{ other: two, reasons }] : two === id ? [{ other: one, reasons }] : [],
      ),
    [pairs, id],
  )
}

/** What was decided of pairs with this record; without an id, of all pairs. */
export function useDecisions(id?: string): readonly Decision[] {
  const table = useTable('notDuplicates')
  return id === undefined ? [...table.all()] : [...table.where('firstId', id), ...table.where('secondId', id)]
}
