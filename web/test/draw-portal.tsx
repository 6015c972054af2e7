import { InvestorPortalScreen } from '#web/investor-portal/investor-portal-screen.tsx'
import type { PortalSearch } from '#web/investor-portal/portal-search.ts'
import { draw, WithSearch } from './draw.tsx'
import type { TestStore } from './test-store.ts'

export const drawPortal = (store: TestStore, initial: PortalSearch = {}) =>
  draw(
    store,
    <WithSearch<PortalSearch> initial={initial}>
      {(search, setSearch) => <InvestorPortalScreen search={search} setSearch={setSearch} />}
    </WithSearch>,
  )
