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

/** Two people may store the ids of a pair in either order offline. */
const keyOf = (one: string, other: string): string => [one, other].toSorted().join(' ')

const decidedIn = (table: Table<Decision>): ReadonlySet<string> =>
  new Set([...table.all()].map(({ firstId, secondId }) => keyOf(firstId, secondId)))

/** Empty until found. All callers share one search. */
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

/** Without an id, all decisions. */
export function useDecisions(id?: string): readonly Decision[] {
  const table = useTable('notDuplicates')
  return id === undefined ? [...table.all()] : [...table.where('firstId', id), ...table.where('secondId', id)]
}
