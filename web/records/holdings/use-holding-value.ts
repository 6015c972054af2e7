import { useMemo } from 'react'
import { type HoldingOnDay, holdingOnDay } from '#schema/portfolio/holding-value.ts'
import type { Row } from '#schema/registry.ts'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import { useHistories } from './use-histories.ts'

export function useHoldingValue(investment: Row<'investments'>): HoldingOnDay | undefined {
  const today = useToday()
  const { byHolding } = useHistories(useMemo(() => [investment], [investment]))
  const history = byHolding.get(investment.id)
  return useMemo(() => history && holdingOnDay(history, today), [history, today])
}
