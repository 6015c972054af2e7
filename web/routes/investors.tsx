import { createFileRoute } from '@tanstack/react-router'
import { useSetSearch } from '#web/app/use-set-search.ts'
import { InvestorsScreen } from '#web/investors/investors-screen.tsx'
import { readListSearch } from '#web/ui/list-search.ts'

export const Route = createFileRoute('/investors')({ validateSearch: readListSearch, component: Screen })

function Screen() {
  return <InvestorsScreen search={Route.useSearch()} setSearch={useSetSearch('/investors')} />
}
