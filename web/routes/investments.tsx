import { createFileRoute } from '@tanstack/react-router'
import { useSetSearch } from '#web/app/use-set-search.ts'
import { InvestmentsScreen } from '#web/investments/investments-screen.tsx'
import { readInvestmentsSearch } from '#web/ui/list-search.ts'

export const Route = createFileRoute('/investments')({
  validateSearch: readInvestmentsSearch,
  loader: ({ context }) => context.prepare(['investments', 'projects', 'investors']),
  component: Screen,
})

function Screen() {
  return <InvestmentsScreen search={Route.useSearch()} setSearch={useSetSearch('/investments')} />
}
