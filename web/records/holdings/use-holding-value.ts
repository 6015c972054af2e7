import { useCallback } from 'react'
import type { ValuedHolding } from '#schema/holdings.ts'
import type { Row } from '#schema/registry.ts'
import type { Table } from '#web/store/contract.ts'
import { useComputed } from '../use-computed.ts'
import { usePortalFigures } from './use-portal.ts'

type Investment = Row<'investments'>

/** What one investment is worth, and by which rule; its investor's others in the project share what was paid out. */
export function useHoldingValue({ id, projectId, investorId }: Investment): ValuedHolding | undefined {
  const together = useComputed(
    'investments',
    useCallback(
      (table: Table<Investment>) =>
        table.where('investorId', investorId).filter((each) => each.projectId === projectId),
      [investorId, projectId],
    ),
  )
  return usePortalFigures(together).values.get(id)
}
