import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '#web/test/render.tsx'
import { openTestStore, someone } from '#web/test/test-store.ts'
import { useExchange } from './use-exchange.ts'

function Probe({ name }: { readonly name: string }) {
  const { convert, currency } = useExchange()
  return <p>{`${name}: ${convert('100', 'AED', currency)?.amount ?? 'none'} ${currency}`}</p>
}

test('all conversions share one read of the rates, repeated when a rate changes', async () => {
  const store = await openTestStore()
  const rates = store.table('exchangeRates')
  const reads = [vi.spyOn(rates, 'scan'), vi.spyOn(rates, 'all')]
  const count = () => reads.reduce((sum, { mock }) => sum + mock.calls.length, 0)
  store.put('exchangeRates', { fromCurrency: 'AED', toCurrency: 'USD', rate: '0.25', date: '2025-01-01' })
  const names = ['One', 'Two', 'Three']
  const all = names.map((name) => <Probe key={name} name={name} />)
  const screen = await render(store, <>{all}</>)
  for (const name of names) await expect.element(page.getByText(`${name}: 25 USD`)).toBeVisible()
  expect(count()).toBe(1)
  await screen.unmount()
  await render(store, <>{all}</>)
  await expect.element(page.getByText('Three: 25 USD')).toBeVisible()
  expect(count(), 'on the next screen').toBe(1)
  store.put('exchangeRates', { fromCurrency: 'AED', toCurrency: 'USD', rate: '0.5', date: '2025-01-02' })
  await store.caughtUp()
  for (const name of names) await expect.element(page.getByText(`${name}: 50 USD`)).toBeVisible()
  expect(count(), 'after a change').toBe(2)
  store.put('userPreferences', { userId: store.identity.id, defaultCurrency: 'TRY' })
  await store.caughtUp()
  for (const name of names) await expect.element(page.getByText(`${name}: none TRY`)).toBeVisible()
  expect(count(), 'in another currency').toBe(2)
})

test('by default totals are in the currency of the firm, or in US dollars from older servers', async () => {
  for (const [identity, currency] of [
    [{ ...someone, baseCurrency: 'AED' }, 'AED'],
    [someone, 'USD'],
  ] as const) {
    const screen = await render(await openTestStore(identity), <Probe name="Own" />)
    await expect.element(page.getByText(new RegExp(`^Own: .* ${currency}$`))).toBeVisible()
    await screen.unmount()
  }
})
