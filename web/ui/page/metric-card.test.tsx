import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { chooseLanguage } from '#web/i18n/i18n.ts'
import { render } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { MetricCard, MetricCards } from './metric-card.tsx'
import { Money } from '#web/ui/format/numbers/money.tsx'

const contentWidth = (width: number) => (width >= 768 ? width - 304 : width - 32)

test.each([320, 360, 390, 480, 640, 767, 768, 900, 1023, 1024, 1180, 1280, 1440, 1920])(
  'at %i pixels the four cards form one, two or four rows, and the longest amount fits',
  async (width) => {
    const names = ['Total AUM', 'Active projects', 'Total investors', 'Average IRR']
    const value = <Money as="toBillions" amount="-999900000000.00" currency="AED" />
    await render(
      await openTestStore(),
      <div style={{ inlineSize: contentWidth(width) }}>
        <MetricCards>
          {names.map((name) => (
            <MetricCard key={name} ready name={name} value={value} formula="How it is computed" />
          ))}
        </MetricCards>
      </div>,
    )
    await page.viewport(width, 800)
    const cards = names.map((name) => page.getByRole('region', { name }).element())
    const perRow = Map.groupBy(cards, (card) => Math.round(card.getBoundingClientRect().top))
    const counts = [...perRow.values()].map((row) => row.length).join()
    expect(width >= 1024 ? ['4'] : ['2,2', '1,1,1,1']).toContain(counts)
    for (const card of cards) {
      const amount = card.querySelector('bdi')!
      expect(amount.getClientRects().length).toBe(1)
      expect(card.querySelector('button')!.offsetWidth).toBe(44)
      expect(amount.getBoundingClientRect().right).toBeLessThanOrEqual(card.getBoundingClientRect().right)
    }
  },
)

test.each([360, 390])(
  'in Arabic an amount in millions stays inside the padding of its card at %i pixels',
  async (width) => {
    onTestFinished(() => chooseLanguage('en'))
    await render(await openTestStore(), null)
    await chooseLanguage('ar')
    const value = <Money as="toBillions" amount="112400000.00" currency="USD" isAbout />
    await render(
      await openTestStore(),
      <div style={{ inlineSize: contentWidth(width) }}>
        <MetricCards>
          <MetricCard ready name="AUM" value={value} />
        </MetricCards>
      </div>,
    )
    await page.viewport(width, 800)
    await chooseLanguage('ar')
    const amount = page.getByRole('region', { name: 'AUM' }).element().querySelector('bdi')!
    await expect.poll(() => amount.textContent).toContain('مليون')
    const card = amount.closest('section')!
    const { left, right } = card.getBoundingClientRect()
    const padding = Number.parseFloat(getComputedStyle(card).paddingInlineStart)
    expect(amount.getBoundingClientRect().left).toBeGreaterThanOrEqual(left + padding)
    expect(amount.getBoundingClientRect().right).toBeLessThanOrEqual(right - padding)
  },
)

test('an incomplete metric shows no value; a complete one links to its records from the whole card', async () => {
  const card = (ready: boolean) => (
    <MetricCard
      ready={ready}
      name="Total AUM"
      value="$5K"
      about="of three projects"
      formula="The sum of all values"
      link={(name) => <a href="#records">{name}</a>}
    />
  )
  const store = await openTestStore()
  const screen = await render(
    store,
    <>
      {card(false)}
      <div data-testid="complete">{card(true)}</div>
    </>,
  )
  const cards = page.getByRole('region', { name: 'Total AUM' }).elements()
  expect(cards.map((each) => each.textContent)).toEqual(['Total AUM', 'Total AUM$5Kof three projects'])
  const { left, bottom, right } = cards[1]!.getBoundingClientRect()
  expect(document.elementFromPoint(left + 20, bottom - 8)?.closest('a')?.hash).toBe('#records')
  const hint = cards[1]!.querySelector('button')!
  const box = hint.getBoundingClientRect()
  expect(document.elementFromPoint(box.left + 20, box.top + 20)?.closest('button')).toBe(hint)
  expect([hint.getAttribute('aria-label'), box.right <= right]).toEqual(['The sum of all values', true])
  await screen.unmount()
})

test('a metric without a formula and records has no button, and its card has its final height before the value is known', async () => {
  const card = (name: string, ready: boolean) => <MetricCard ready={ready} name={name} value="$5K" about="of all" />
  await render(
    await openTestStore(),
    <MetricCards>
      {card('Total AUM', true)}
      {card('Active projects', false)}
    </MetricCards>,
  )
  const [knownCard, loadingCard] = ['Total AUM', 'Active projects'].map((name) =>
    page.getByRole('region', { name }).element(),
  )
  await expect.element(page.getByRole('heading', { level: 2, name: 'Total AUM' })).toBeVisible()
  expect(knownCard!.querySelectorAll('a, button')).toHaveLength(0)
  const heights = [knownCard!, loadingCard!].map(
    (each) => each.querySelector('[aria-hidden], p')!.getBoundingClientRect().height,
  )
  expect(Math.abs(heights[0]! - heights[1]!)).toBeLessThan(8)
})
