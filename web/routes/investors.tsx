import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useSetSearch } from '#web/app/use-set-search.ts'
import { InvestorsScreen } from '#web/investors/investors-screen.tsx'
import { readListSearch } from '#web/ui/list-search.ts'

export const Route = createFileRoute('/investors')({
  validateSearch: readListSearch,
  loader: ({ context }) => context.prepare(['investors']),
  component: Screen,
})

function Screen() {
  const navigate = useNavigate()
  const view = useCallback(
    (investorId: string) => void navigate({ to: '/investments', search: { investorId } }),
    [navigate],
  )
  const add = useCallback(
    (investorId: string) => void navigate({ to: '/investments', search: { investorId, dialog: 'create' } }),
    [navigate],
  )
  return (
    <InvestorsScreen
      search={Route.useSearch()}
      setSearch={useSetSearch('/investors')}
      onViewInvestments={view}
      onAddInvestment={add}
    />
  )
}
