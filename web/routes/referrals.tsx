import { createFileRoute } from '@tanstack/react-router'
import { useSetSearch } from '#web/app/use-set-search.ts'
import { ReferralsScreen } from '#web/referrals/referrals-screen.tsx'
import { readListSearch } from '#web/ui/list-search.ts'

export const Route = createFileRoute('/referrals')({
  validateSearch: readListSearch,
  loader: ({ context }) => context.prepare(['referrals']),
  component: Screen,
})

function Screen() {
  return <ReferralsScreen search={Route.useSearch()} setSearch={useSetSearch('/referrals')} />
}
