import { useCallback } from 'react'
import { type Upcoming, upcomingOf } from '#schema/portfolio/upcoming.ts'
import { useSharedComputation } from '#web/records/data/use-shared-computation.ts'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import { useStore } from '#web/ui/store-context.ts'

const sources = ['investments', 'investors', 'commissions'] as const
const days = 30

export function useUpcoming(): readonly Upcoming[] | undefined {
  const store = useStore()
  const today = useToday()
  const compute = useCallback(
    () =>
      upcomingOf(
        {
          investments: store.table('investments').scan(),
          investors: store.table('investors').scan(),
          commissions: store.table('commissions').scan(),
          projectOf: (id) => store.table('investments').get(id)?.projectId ?? null,
        },
        today,
        days,
      ),
    [store, today],
  )
  return useSharedComputation(sources, compute)
}
