import type { Row } from '#schema/registry.ts'
import type { Table } from '#web/store/contract.ts'
import { useFigure } from '#web/records/use-figure.ts'
import { type Pair, possibleDuplicates } from './duplicates.ts'

const walk = (table: Table<Row<'investors'>>) => possibleDuplicates(table.scan())
const none: readonly Pair[] = []

/** The pairs of records on this device that may be of the same investor; none until they are found. */
export const useDuplicates = (): readonly Pair[] => useFigure('investors', walk) ?? none

/** Those of one record, with the other record's id first. */
export function useDuplicatesOf(id: string): readonly { readonly other: string; readonly reasons: Pair['reasons'] }[] {
  return useDuplicates().flatMap(({ ids: [one, two], reasons }) =>
    one === id ? [{ other: two, reasons }] : two === id ? [{ other: one, reasons }] : [],
  )
}
