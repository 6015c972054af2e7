import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { chooseLanguage } from '#web/i18n/i18n.ts'
import { render as renderWithStore } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { Money } from './money.tsx'

const amounts = ['-9999999999999.99', '112951.00', '0.00']

test('an amount never wraps, even where words may break anywhere', async () => {
  await renderWithStore(
    await openTestStore(),
    <div data-testid="narrow" style={{ inlineSize: 40, overflowWrap: 'anywhere' }}>
      {(['toBillions', 'toMillions', 'short', 'whole', 'exact'] as const).flatMap((as) =>
        ['USD', 'AED'].flatMap((currency) =>
          amounts.map((amount) => (
            <p key={`${as} ${currency} ${amount}`}>
              <Money as={as} amount={amount} currency={currency} />
            </p>
          )),
        ),
      )}
    </div>,
  )
  const shownAmounts = [...page.getByTestId('narrow').element().querySelectorAll('bdi')]
  expect(shownAmounts).toHaveLength(30)
  expect(shownAmounts.filter((each) => each.getClientRects().length !== 1).map((each) => each.textContent)).toEqual([])
})

test('a missing amount is a dash or the given fallback', async () => {
  await renderWithStore(
    await openTestStore(),
    <p>
      <Money as="whole" currency="USD" amount={null} />
      <Money as="whole" currency="USD" amount={undefined} fallback="None" />
    </p>,
  )
  await expect.element(page.getByText('—None', { exact: true })).toBeVisible()
})

test('a converted amount is marked as approximate, a missing amount is not', async () => {
  await renderWithStore(
    await openTestStore(),
    <p>
      <Money as="exact" currency="USD" amount="12.50" isAbout />
      <Money as="exact" currency="USD" amount="0.00" isAbout />
    </p>,
  )
  await expect.element(page.getByText('≈ $12.50$0.00', { exact: true })).toBeVisible()
})

test.each(['573800.00', '-573800.00'])('in Arabic the parts of %s are ordered from right to left', async (amount) => {
  onTestFinished(() => chooseLanguage('en'))
  await renderWithStore(await openTestStore(), null)
  await chooseLanguage('ar')
  for (const currency of ['USD', 'AED'])
    for (const as of ['short', 'whole'] as const) {
      const { unmount, container } = await render(<Money as={as} currency={currency} amount={amount} isAbout />)
      const text = container.querySelector('bdi')!.firstChild as Text
      const leftOf = (part: RegExp) => {
        const range = document.createRange()
        const { index, 0: found } = part.exec(text.data)!
        range.setStart(text, index)
        range.setEnd(text, index + found.length)
        return range.getBoundingClientRect().left
      }
      const sign = currency === 'USD' ? [/\$/, /US/] : [/د\.إ/]
      const parts = [/≈/, /[\d.,]+/, ...(as === 'short' ? [/ألف/] : []), ...sign]
      const positions = parts.map(leftOf)
      expect([text.data, positions]).toEqual([text.data, positions.toSorted((one, other) => other - one)])
      const isSignFirst = !amount.startsWith('-') || leftOf(/-/) < leftOf(/[\d.,]+/)
      expect([text.data, isSignFirst]).toEqual([text.data, true])
      await unmount()
    }
})
