import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw } from '#web/test/draw.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { BarChart, LineChart, ShareChart } from './charts.tsx'
import type { SeriesChartProps } from './series.ts'

const say = (value: string) => `$${value}`
const flows: SeriesChartProps = {
  label: 'Performance',
  pointsAre: 'Month',
  points: ['Jan 2026', 'Feb 2026', 'Mar 2026'],
  series: [
    { id: 'paid', name: 'Invested', values: ['100.00', '100.00', '250.00'] },
    { id: 'value', name: 'Value', values: [null, '120.00', '300.50'] },
    { id: 'out', name: 'Distributions', values: ['0.00', '20.00', '0.00'] },
  ],
  say,
  brief: (value) => `${Number(value)}`,
}
const chart = page.getByRole('figure', { name: 'Performance' })
const slider = chart.getByRole('slider', { name: 'Performance' })
const spoken = () => slider.element().getAttribute('aria-valuetext')
const table = () =>
  chart
    .getByRole('row')
    .elements()
    .map((row) => [...row.querySelectorAll('td, th')].map((cell) => cell.textContent))

test('a chart says the last point, and the arrow keys go through the others', async () => {
  await draw(await openTestStore(), <LineChart {...flows} />)
  await expect
    .element(slider)
    .toHaveAttribute('aria-valuetext', 'Mar 2026, Invested: $250.00, Value: $300.50, Distributions: $0.00')
  ;(slider.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.poll(spoken).toBe('Feb 2026, Invested: $100.00, Value: $120.00, Distributions: $20.00')
  await userEvent.keyboard('{Home}')
  await expect.poll(spoken).toBe('Jan 2026, Invested: $100.00, Value: —, Distributions: $0.00')
  await userEvent.keyboard('{ArrowLeft}')
  expect(spoken()).toContain('Jan 2026')
  await userEvent.keyboard('{End}{ArrowUp}')
  await expect.poll(spoken).toContain('Mar 2026')
})

test.each([
  ['a phone', 300, ['Mar 2026', 'Jul 2026', 'Nov 2026']],
  ['a desk', 900, ['Jan 2026', 'Mar 2026', 'May 2026', 'Jul 2026', 'Sep 2026', 'Nov 2026']],
])('on %s as many points have their names as stand beside each other', async (_, inlineSize, names) => {
  const months = ['Dec 2025', ...'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov'.split(' ').map((each) => `${each} 2026`)]
  const series = [{ id: 'paid', name: 'Invested', values: months.map(() => '100.00') }]
  await draw(
    await openTestStore(),
    <div style={{ inlineSize }}>
      <LineChart {...flows} points={months} series={series} />
    </div>,
  )
  const words = [...chart.element().querySelectorAll('[data-named]')].filter((each) =>
    each.checkVisibility({ visibilityProperty: true }),
  )
  expect(words.map((each) => each.textContent)).toEqual(names)
  const boxes = words.map((each) => {
    const range = document.createRange()
    range.selectNodeContents(each)
    return range.getBoundingClientRect()
  })
  for (const [at, box] of boxes.entries()) expect(box.left).toBeGreaterThan(boxes[at - 1]?.right ?? 0)
})

test('the words of the axis stand where the page begins, also from right to left', async () => {
  await draw(await openTestStore(), <LineChart {...flows} />)
  document.documentElement.dir = 'rtl'
  onTestFinished(() => document.documentElement.removeAttribute('dir'))
  const word = chart.getByText('100', { exact: true }).element()
  const range = document.createRange()
  range.selectNodeContents(word)
  expect(word.getBoundingClientRect().right - range.getBoundingClientRect().right).toBeLessThan(2)
})

test('pointing at a place shows the values of its point, also from right to left', async () => {
  await draw(await openTestStore(), <LineChart {...flows} />)
  const box = slider.element().getBoundingClientRect()
  await slider.hover({ position: { x: box.width * 0.1, y: 20 } })
  await expect.poll(spoken).toContain('Jan 2026')
  document.documentElement.dir = 'rtl'
  onTestFinished(() => document.documentElement.removeAttribute('dir'))
  await slider.hover({ position: { x: box.width * 0.12, y: 20 } })
  await expect.poll(spoken).toContain('Mar 2026')
  ;(slider.element() as HTMLElement).focus()
  await userEvent.keyboard('{Home}{ArrowLeft}')
  await expect.poll(spoken).toContain('Feb 2026')
  const svg = chart.element().querySelector('svg')!
  expect(getComputedStyle(svg).transform).toBe('matrix(-1, 0, 0, 1, 0, 0)')
})

test('the picture has a line that breaks where nothing is known, and an axis from zero', async () => {
  await draw(await openTestStore(), <LineChart {...flows} />)
  await expect.element(slider).toBeVisible()
  const [paid, value] = [...chart.element().querySelectorAll('path')].map((path) => path.getAttribute('d'))
  // 400 is the top of the axis: 100 is a quarter of the way up.
  expect(paid).toBe('M16.67 75.00L50.00 75.00L83.33 37.50')
  expect(value).toMatch(/^M50\.00 70\.00L83\.33 24\.8[78]$/)
  expect(chart.element().textContent).toContain('0100200300400')
})

test('values below zero hang from it', async () => {
  const series = [{ id: 'gain', name: 'Gain', values: ['-50.00', '100.00', '0.01'] }]
  await draw(await openTestStore(), <BarChart {...flows} series={series} />)
  await expect.element(slider).toBeVisible()
  const bars = [...chart.element().querySelectorAll('rect')].map((bar) => [
    Number(bar.getAttribute('y')).toFixed(1),
    Number(bar.getAttribute('height')).toFixed(1),
  ])
  // From -50 to 100 in steps of 50.
  expect(bars.slice(0, 2)).toEqual([
    ['66.7', '33.3'],
    ['0.0', '66.7'],
  ])
})

test('the same chart is a table at the press of a button, and a picture again', async () => {
  await draw(await openTestStore(), <LineChart {...flows} />)
  await chart.getByRole('button', { name: 'Show as a table' }).click()
  expect(table()).toEqual([
    ['Month', 'Invested', 'Value', 'Distributions'],
    ['Jan 2026', '$100.00', '—', '$0.00'],
    ['Feb 2026', '$100.00', '$120.00', '$20.00'],
    ['Mar 2026', '$250.00', '$300.50', '$0.00'],
  ])
  await chart.getByRole('button', { name: 'Show as a picture' }).click()
  await expect.element(slider).toBeVisible()
})

test('where there is nothing, or nothing but zeros, the chart says so and offers no table', async () => {
  const nothing = flows.series.map((each) => ({ ...each, values: [null, '0.00', null] }))
  await draw(await openTestStore(), <LineChart {...flows} series={nothing} />)
  await expect.element(chart.getByText('No data available')).toBeVisible()
  expect(chart.getByRole('button').elements()).toEqual([])
})

const shares = {
  label: 'Performance',
  partsAre: 'Type',
  valuesAre: 'Amount',
  sharesAre: 'Share',
  parts: [
    { id: 'a', name: 'Real Estate', value: '450.00', share: '45.0' },
    { id: 'b', name: 'Commercial', value: '550.00', share: '55.0' },
  ],
  whole: '$1.0K',
  say,
  sayShare: (share: string) => `${share}%`,
}

test('a ring has an arc as long as each share, beside words that say the same', async () => {
  await draw(await openTestStore(), <ShareChart {...shares} />)
  await expect.element(chart.getByRole('listitem').first()).toHaveTextContent('Real Estate45.0%$450.00')
  const arcs = [...chart.element().querySelectorAll('circle')].map((arc) => [
    arc.getAttribute('stroke-dasharray'),
    arc.getAttribute('stroke-dashoffset'),
  ])
  expect(arcs).toEqual([
    ['44.4 55.6', '0'],
    ['54.4 45.6', '-45'],
  ])
  await chart.getByRole('button', { name: 'Show as a table' }).click()
  expect(table()).toEqual([
    ['Type', 'Amount', 'Share'],
    ['Real Estate', '$450.00', '45.0%'],
    ['Commercial', '$550.00', '55.0%'],
  ])
})

test('a whole without parts has no data', async () => {
  await draw(await openTestStore(), <ShareChart {...shares} parts={[]} />)
  await expect.element(chart.getByText('No data available')).toBeVisible()
})
