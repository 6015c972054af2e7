import { useCallback } from 'react'
import { type Upcoming, upcomingOf } from '#schema/portfolio/upcoming.ts'
import { useMay } from '#web/records/data/use-may.ts'
import { useSharedComputation } from '#web/records/data/use-shared-computation.ts'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import { useStore } from '#web/ui/store-context.ts'

const sources = ['investments', 'investors', 'commissions', 'documentSignatures'] as const

export function useUpcoming(days: number): readonly Upcoming[] | undefined {
  const store = useStore()
  const today = useToday()
  const reviewsKyc = useMay('investors', 'update')
  const compute = useCallback(
    () =>
      upcomingOf(
        {
          investments: store.table('investments').scan(),
          investors: store.table('investors').scan(),
          commissions: store.table('commissions').scan(),
          signatures: store.table('documentSignatures').scan(),
          investmentOf: (id) => store.table('investments').get(id),
        },
        { userId: store.identity.id, reviewsKyc },
        today,
        days,
      ),
    [store, reviewsKyc, today, days],
  )
  return useSharedComputation(sources, compute)
}
