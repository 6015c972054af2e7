import type { ReactNode } from 'react'
import type { Store } from '#web/store/base/contract.ts'
import { StoreContext } from '#web/ui/store-context.ts'
import { DatesContext, useDatesOf } from '#web/ui/format/dates/use-dates.ts'
import { ChosenDensity } from '#web/ui/table/density.ts'
import { usePreferences } from './use-preferences.ts'

export const WithStore = ({ store, children }: { readonly store: Store; readonly children: ReactNode }) => (
  <StoreContext value={store}>
    <WithPreferences>{children}</WithPreferences>
  </StoreContext>
)

function WithPreferences({ children }: { readonly children: ReactNode }) {
  const chosen = usePreferences()
  return (
    <DatesContext value={useDatesOf(chosen)}>
      <ChosenDensity value={chosen?.density ?? null}>{children}</ChosenDensity>
    </DatesContext>
  )
}
