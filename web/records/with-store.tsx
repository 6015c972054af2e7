import type { ReactNode } from 'react'
import type { Store } from '#web/store/contract.ts'
import { StoreContext } from '#web/ui/store-context.ts'
import { DatesContext, datesOf } from '#web/ui/format/use-dates.ts'
import { usePreferences } from './use-preferences.ts'

/** Gives screens the signed-in person's store, and dates as that person reads them. */
export const WithStore = ({ store, children }: { readonly store: Store; readonly children: ReactNode }) => (
  <StoreContext value={store}>
    <WithDates>{children}</WithDates>
  </StoreContext>
)

const WithDates = ({ children }: { readonly children: ReactNode }) => (
  <DatesContext value={datesOf(usePreferences())}>{children}</DatesContext>
)
