import { useMemo } from 'react'
import type { EntityName, Row } from '#schema/registry.ts'
import { isMoneyIn } from './is-money-in.ts'
import type { Sorts } from '#web/records/data/list-options.ts'
import { useConvertedAmounts } from './use-converted-amounts.ts'

/** Stable while no sum or rate changes. Amounts without a rate sort like missing values. */
export function useWholeSorts<Name extends EntityName>(entity: Name, sorts: Sorts<Row<Name>>): Sorts<Row<Name>> {
  const { keyOf, currency } = useConvertedAmounts(entity)
  return useMemo(() => {
    const amounts = Object.keys(sorts).filter((field) => isMoneyIn(entity, field))
    return { ...sorts, ...Object.fromEntries(amounts.map((field) => [field, keyOf(field, currency)])) }
  }, [entity, sorts, keyOf, currency])
}
