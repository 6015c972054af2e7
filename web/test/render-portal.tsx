import { InvestorPortalScreen } from '#web/investor-portal/investor-portal-screen.tsx'
import type { PortalSearch } from '#web/investor-portal/portal-search.ts'
import { render, WithSearch } from './render.tsx'
import type { TestStore } from './test-store.ts'

export const renderPortal = (store: TestStore, initial: PortalSearch = {}) =>
  render(
    store,
    <WithSearch<PortalSearch> initial={initial}>
      {(search, setSearch) => <InvestorPortalScreen search={search} setSearch={setSearch} />}
    </WithSearch>,
  )
