import { useMemo } from 'react'
import type { EntityName, Row } from '#schema/registry.ts'
import { isMoneyIn } from './is-money-in.ts'
import type { Sorts } from '#web/records/data/list-options.ts'
import { useWorth } from './use-worth.ts'

/**
 * The sorts of a list whose amounts are compared in the reader's currency, with its kept sums whole; the same functions
 * while no sum and no rate has changed. An amount from which no rate leads stands where missing values do.
 */
export function useWholeSorts<Noun extends EntityName>(entity: Noun, sorts: Sorts<Row<Noun>>): Sorts<Row<Noun>> {
  const { keyOf, currency } = useWorth(entity)
  return useMemo(() => {
    const amounts = Object.keys(sorts).filter((field) => isMoneyIn(entity, field))
    return { ...sorts, ...Object.fromEntries(amounts.map((field) => [field, keyOf(field, currency)])) }
  }, [entity, sorts, keyOf, currency])
}
