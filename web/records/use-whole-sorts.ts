import { useMemo } from 'react'
import type { AnyRow } from '#schema/entity.ts'
import type { EntityName, Row } from '#schema/registry.ts'
import { moneyKey } from '#web/store/money-key.ts'
import type { Sorts } from './list-options.ts'
import { useWholeSums } from './use-whole-sums.ts'

/** The sorts of a list with its kept sums whole; the same functions while no sum has changed. */
export function useWholeSorts<Noun extends EntityName>(entity: Noun, sorts: Sorts<Row<Noun>>): Sorts<Row<Noun>> {
  const sums = useWholeSums(entity)
  return useMemo(() => {
    if (!sums || sums.isAsKept) return sorts
    const whole = [...sums.fields].filter((field) => field in sorts)
    return {
      ...sorts,
      ...Object.fromEntries(whole.map((field) => [field, (row: AnyRow) => moneyKey(sums.of(row, field).amount)])),
    }
  }, [sums, sorts])
}
