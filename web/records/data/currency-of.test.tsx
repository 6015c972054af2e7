import { expect, it } from 'vitest'
import type { Store } from '#web/store/base/contract.ts'
import { fakeOf } from '#web/test/fake-of.ts'
import { currencyInForm } from './currency-of.ts'

const store = fakeOf<Store>({
  identity: { baseCurrency: 'TRY' },
  table: () => ({ get: (id: string) => (id === 'dubai' ? { currency: 'AED' } : undefined) }),
})

it('the amounts of a form are in its own currency, else in that of the parent record', () => {
  const currencyIn = currencyInForm(store, 'valuations', { projectId: 'dubai' })
  expect(currencyIn({ nav: '5' })).toBe('AED')
  expect(currencyIn({ currency: 'USD' })).toBe('USD')
  expect(currencyInForm(store, 'valuations', {})({ projectId: 'dubai' })).toBe('AED')
})

it('amounts without a currency are in that of the firm, but an investor’s total is in its own', () => {
  expect(currencyInForm(store, 'valuations', {})({})).toBe('TRY')
  expect(currencyInForm(store, 'investors', {})({})).toBe('USD')
})
