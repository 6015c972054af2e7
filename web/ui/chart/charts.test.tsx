import { useState } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { chooseLanguage } from '#web/i18n/i18n.ts'
import { moneyToBillions } from '#web/ui/format/numbers/money-format.ts'
import { render } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { rowsOf } from '#web/test/texts-of.ts'
import { BarChart, LineChart, ShareChart } from './charts.tsx'
import { scaleOf } from './scale.ts'
import { hasData, type SeriesChartProps } from './series.ts'

const format = (value: string) => `$${value}`
const flows: SeriesChartProps = {
  label: 'Performance',
  pointHeading: 'Month',
  points: ['Jan 2026', 'Feb 2026', 'Mar 2026'],
  series: [
    { id: 'paid', name: 'Invested', values: ['100.00', '100.00', '250.00'] },
    { id: 'value', name: 'Value', values: [null, '120.00', '300.50'] },
    { id: 'out', name: 'Distributions', values: ['0.00', '20.00', '0.00'] },
  ],
  format,
  brief: (value) => `${Number(value)}`,
}
const chart = page.getByRole('figure', { name: 'Performance' })
const slider = chart.getByRole('slider', { name: 'Performance' })
const announcedValue = () => slider.element().getAttribute('aria-valuetext')
const setRtl = () => {
  document.documentElement.dir = 'rtl'
  onTestFinished(() => document.documentElement.removeAttribute('dir'))
}
const rectOf = (each: Element) => each.getBoundingClientRect()
const centerOf = (each: Element | Range) => {
  const { left, width, top, height } = each.getBoundingClientRect()
  return { across: left + width / 2, down: top + height / 2 }
}
const table = () => rowsOf(chart)

test('a chart shows its last point, and the arrow keys select others', async () => {
  await render(await openTestStore(), <LineChart {...flows} />)
  await expect
    .element(slider)
    .toHaveAttribute('aria-valuetext', 'Mar 2026, Invested: $250.00, Value: $300.50, Distributions: $0.00')
  ;(slider.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.poll(announcedValue).toBe('Feb 2026, Invested: $100.00, Value: $120.00, Distributions: $20.00')
  await userEvent.keyboard('{Home}')
  await expect.poll(announcedValue).toBe('Jan 2026, Invested: $100.00, Value: —, Distributions: $0.00')
  await userEvent.keyboard('{ArrowLeft}')
  expect(announcedValue()).toContain('Jan 2026')
  await userEvent.keyboard('{End}{ArrowUp}')
  await expect.poll(announcedValue).toContain('Mar 2026')
})

test('the text above the chart is that of the selected point, which is highlighted in the chart and on the axis', async () => {
  await render(await openTestStore(), <LineChart {...flows} />)
  const labels = () => chart.element().querySelector('dl')?.parentElement?.textContent
  const highlighted = () => [
    Number(chart.element().querySelector('line')!.getAttribute('x1')).toFixed(2),
    chart.element().querySelector('span[data-chosen]')!.textContent,
  ]
  await expect.poll(labels).toBe('Mar 2026Invested$250.00Value$300.50Distributions$0.00')
  expect(highlighted()).toEqual(['83.33', 'Mar 2026'])
  ;(slider.element() as HTMLElement).focus()
  await userEvent.keyboard('{Home}')
  await expect.poll(labels).toBe('Jan 2026Invested$100.00Value—Distributions$0.00')
  expect(highlighted()).toEqual(['16.67', 'Jan 2026'])
})

test.each([
  ['a phone', 300, ['Mar 2026', 'Jul 2026', 'Nov 2026']],
  ['a desktop', 900, ['Jan 2026', 'Mar 2026', 'May 2026', 'Jul 2026', 'Sep 2026', 'Nov 2026']],
])('on %s the axis labels as many points as fit side by side', async (_, inlineSize, names) => {
  const months = ['Dec 2025', ...'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov'.split(' ').map((each) => `${each} 2026`)]
  const series = [{ id: 'paid', name: 'Invested', values: months.map(() => '100.00') }]
  await render(
    await openTestStore(),
    <div style={{ inlineSize }}>
      <LineChart {...flows} points={months} series={series} />
    </div>,
  )
  const labels = [...chart.element().querySelectorAll('[data-named]')].filter((each) =>
    each.checkVisibility({ visibilityProperty: true }),
  )
  expect(labels.map((each) => each.textContent)).toEqual(names)
  const boxes = labels.map((each) => {
    const range = document.createRange()
    range.selectNodeContents(each)
    return range.getBoundingClientRect()
  })
  for (const [at, box] of boxes.entries()) expect(box.left).toBeGreaterThan(boxes[at - 1]?.right ?? 0)
})

test('the axis labels are at the start side of the page, even in right-to-left pages', async () => {
  await render(await openTestStore(), <LineChart {...flows} />)
  setRtl()
  const word = chart.getByText('100', { exact: true }).element()
  const range = document.createRange()
  range.selectNodeContents(word)
  expect(word.getBoundingClientRect().right - range.getBoundingClientRect().right).toBeLessThan(2)
})

test('pointing into the chart shows the values of the nearest point, even in right-to-left pages', async () => {
  await render(await openTestStore(), <LineChart {...flows} />)
  const box = slider.element().getBoundingClientRect()
  await slider.hover({ position: { x: box.width * 0.1, y: 20 } })
  await expect.poll(announcedValue).toContain('Jan 2026')
  setRtl()
  await slider.hover({ position: { x: box.width * 0.12, y: 20 } })
  await expect.poll(announcedValue).toContain('Mar 2026')
  ;(slider.element() as HTMLElement).focus()
  await userEvent.keyboard('{Home}{ArrowLeft}')
  await expect.poll(announcedValue).toContain('Feb 2026')
  const svg = chart.element().querySelector('svg')!
  expect(getComputedStyle(svg).transform).toBe('matrix(-1, 0, 0, 1, 0, 0)')
})

test('in right-to-left pages time runs to the left, the dot stays on its line and the axis is on the right', async () => {
  const series = flows.series.slice(0, 1)
  await render(await openTestStore(), <LineChart {...flows} series={series} />)
  setRtl()
  await expect.element(slider).toBeVisible()
  const [first, , last] = [...chart.element().querySelectorAll('[data-named]')].map((each) => centerOf(each).across)
  expect(first).toBeGreaterThan(last!)
  const plot = rectOf(slider.element())
  const [dot, pointer] = ['span[data-series][style]', 'line'].map((selector) =>
    chart.element().querySelector(selector)!,
  )
  const x = plot.right - (plot.width * 5) / 6
  expect(Math.abs(centerOf(dot!).across - x)).toBeLessThan(1)
  expect(Math.abs(centerOf(pointer!).across - x)).toBeLessThan(1)
  expect(rectOf(chart.element()).right - plot.right).toBeGreaterThan(40)
})

test('in Arabic the axis has room for millions in words', async () => {
  onTestFinished(() => chooseLanguage('en'))
  const series = [{ id: 'paid', name: 'Invested', values: ['500000.00', '100000000.00', '145000000.00'] }]
  await render(await openTestStore(), null)
  await chooseLanguage('ar')
  await render(
    await openTestStore(),
    <LineChart {...flows} series={series} brief={(value) => moneyToBillions(value, 'USD')} />,
  )
  await expect.element(slider).toBeVisible()
  const labels = [...chart.element().querySelectorAll('bdi')].filter((each) => each.textContent.includes('مليون'))
  expect(labels.length).toBeGreaterThan(1)
  for (const label of labels) {
    const text = document.createRange()
    text.selectNodeContents(label)
    expect(rectOf(slider.element()).right).toBeLessThanOrEqual(text.getBoundingClientRect().left)
  }
})

test('lines differ by more than color, and each label has the color of its line', async () => {
  await render(await openTestStore(), <LineChart {...flows} />)
  await expect.element(slider).toBeVisible()
  const lines = [...chart.element().querySelectorAll('path')].map((path) => getComputedStyle(path))
  const swatches = [...chart.element().querySelectorAll('dt span')].map((each) => getComputedStyle(each))
  expect(new Set(lines.map(({ strokeDasharray }) => strokeDasharray)).size).toBe(3)
  expect(new Set(lines.map(({ stroke }) => stroke)).size).toBe(3)
  expect(swatches.map(({ backgroundColor }) => backgroundColor)).toEqual(lines.map(({ stroke }) => stroke))
})

test('an axis without positive values ends at zero', async () => {
  const series = [{ id: 'gain', name: 'Gain', values: ['-30.00', '-15.00', '0.00'] }]
  await render(await openTestStore(), <LineChart {...flows} series={series} />)
  await expect.element(slider).toBeVisible()
  expect(chart.element().querySelector('path')!.getAttribute('d')).toBe('M16.67 100.00L50.00 50.00L83.33 0.00')
  const ticks = [...chart.element().querySelectorAll('bdi[dir=ltr]')].filter((each) => !each.closest('dl'))
  expect(ticks.map((each) => each.textContent)).toEqual(['-30', '-20', '-10', '0'])
  const heights = ticks.map((each) => rectOf(each).top)
  expect(heights, 'upwards').toEqual(heights.toSorted((a, b) => b - a))
})

test('the line breaks at unknown values, and the axis starts at zero', async () => {
  await render(await openTestStore(), <LineChart {...flows} />)
  await expect.element(slider).toBeVisible()
  const [paid, value] = [...chart.element().querySelectorAll('path')].map((path) => path.getAttribute('d'))
  // 400 is the top of the axis: 100 is a quarter of the way up.
  expect(paid).toBe('M16.67 75.00L50.00 75.00L83.33 37.50')
  expect(value).toMatch(/^M50\.00 70\.00L83\.33 24\.8[78]$/)
  expect(chart.element().textContent).toContain('0100200300400')
})

test('the dot has the color of its line, even when the colors repeat', async () => {
  const series = Array.from({ length: 9 }, (_, index) => ({
    id: `${index}`,
    name: `Fund ${index}`,
    values: ['1', '2', '3'],
  }))
  await render(await openTestStore(), <LineChart {...flows} series={series} />)
  await expect.element(slider).toBeVisible()
  const colorsOf = (selector: string) =>
    [...chart.element().querySelectorAll<SVGElement | HTMLElement>(selector)].map((each) => each.dataset['series'])
  const dots = colorsOf('span[data-series][style]')
  expect(dots).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '1'])
  expect(dots).toEqual(colorsOf('path'))
})

test('the bars of a point are side by side around its position, and those of the selected point are highlighted', async () => {
  await render(await openTestStore(), <BarChart {...flows} />)
  await expect.element(slider).toBeVisible()
  const barsOf = (index: number) =>
    [...chart.element().querySelectorAll(`rect[data-series='${index}']`)].map((bar) => ({
      from: Number(bar.getAttribute('x')),
      to: Number(bar.getAttribute('x')) + Number(bar.getAttribute('width')),
      isChosen: (bar as SVGElement).dataset['chosen'] !== undefined,
    }))
  const [paid, value, paidOut] = [barsOf(1), barsOf(2), barsOf(3)]
  expect(
    [paid, value, paidOut].map((bars) => bars.length),
    'what is not known has no bar',
  ).toEqual([3, 2, 3])
  expect(paid.map(({ isChosen }) => isChosen)).toEqual([false, false, true])
  expect(paid[1]!.to).toBeLessThan(value[0]!.from)
  expect(value[0]!.to).toBeLessThan(paidOut[1]!.from)
  expect((paid[1]!.from + paidOut[1]!.to) / 2).toBeCloseTo(50, 0)
  expect(paidOut[1]!.to).toBeLessThan(paid[2]!.from)
  await slider.hover({ position: { x: 5, y: 20 } })
  await expect.poll(() => barsOf(1).map(({ isChosen }) => isChosen)).toEqual([true, false, false])
})

test('a single known value is a dash, and leaving the chart selects the last point again', async () => {
  const series = [{ id: 'value', name: 'Value', values: ['100.00', null, '50.00'] }]
  await render(await openTestStore(), <LineChart {...flows} series={series} />)
  await expect.element(slider).toBeVisible()
  expect(chart.element().querySelector('path')!.getAttribute('d')).toBe('M16.67 0.00h1M83.33 50.00h1')
  await slider.hover({ position: { x: 5, y: 20 } })
  await expect.poll(announcedValue).toBe('Jan 2026, Value: $100.00')
  expect(chart.element().querySelectorAll('span[data-series][style]')).toHaveLength(1)
  await slider.hover({ position: { x: slider.element().getBoundingClientRect().width / 2, y: 20 } })
  await expect.poll(announcedValue).toBe('Feb 2026, Value: —')
  expect(chart.element().querySelectorAll('span[data-series][style]')).toHaveLength(0)
  await userEvent.hover(chart.getByRole('button', { name: 'Show as a table' }))
  await expect.poll(announcedValue).toBe('Mar 2026, Value: $50.00')
})

test('a chart that loses points selects its last point', async () => {
  const fewPoints = {
    ...flows,
    points: flows.points.slice(0, 1),
    series: flows.series.map(({ values, ...rest }) => ({ ...rest, values: values.slice(0, 1) })),
  }
  function Probe() {
    const [shown, setShown] = useState(flows)
    return (
      <>
        <LineChart {...shown} />
        <button type="button" onClick={() => setShown(fewPoints)}>
          One month
        </button>
      </>
    )
  }
  await render(await openTestStore(), <Probe />)
  ;(slider.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.poll(announcedValue).toContain('Feb 2026')
  ;(page.getByRole('button', { name: 'One month' }).element() as HTMLElement).click()
  await expect.poll(announcedValue).toBe('Jan 2026, Invested: $100.00, Value: —, Distributions: $0.00')
})

test.each([
  ['7', ['0.00', '2.00', '4.00', '6.00', '8.00']],
  ['0.03', ['0.00', '0.01', '0.02', '0.03']],
  ['999999999999.99', ['0.00', '250000000000.00', '500000000000.00', '750000000000.00', '1000000000000.00']],
  ['-30', ['-30.00', '-20.00', '-10.00', '0.00']],
])('an axis up to %s has round steps and contains zero', (value, ticks) => {
  const scale = scaleOf([value])
  expect(scale.ticks).toEqual(ticks)
  expect([scale.heightOf(ticks[0]!), scale.heightOf(ticks.at(-1)!)]).toEqual([0, 100])
  expect(scale.heightOf(value)).toBeLessThanOrEqual(100)
})

test.each([
  [
    ['6434303.36', '6612000.00'],
    ['6400000.00', '6450000.00', '6500000.00', '6550000.00', '6600000.00', '6650000.00'],
  ],
  [
    ['100.00', '100.00'],
    ['100.00', '102.50'],
  ],
  [
    ['-5.00', '5.00'],
    ['-5.00', '-2.50', '0.00', '2.50', '5.00'],
  ],
])('an axis fitted to %s shows the movement', (values, ticks) => {
  const { ticks: actual, heightOf } = scaleOf(values, true)
  expect(actual).toEqual(ticks)
  for (const value of values) expect([heightOf(value) >= 0, heightOf(value) <= 100]).toEqual([true, true])
})

test.each([
  ['losses and gains', ['-0.50', '1.25'], ['-0.50', '0.00', '0.50', '1.00', '1.50']],
  ['cents', ['-0.08', '0.04'], ['-0.10', '-0.05', '0.00', '0.05']],
  ['a single cent', ['0.01'], ['0.00', '0.01']],
  ['one full step', ['100.00'], ['0.00', '25.00', '50.00', '75.00', '100.00']],
  ['a cent more than it', ['100.01'], ['0.00', '50.00', '100.00', '150.00']],
  [
    'a loss of one beside trillions',
    ['-1.00', '12345678901234.56'],
    ['-5000000000000.00', '0.00', '5000000000000.00', '10000000000000.00', '15000000000000.00'],
  ],
])('an axis of %s has equal steps on both sides of zero and contains every value', (_, values, ticks) => {
  const { ticks: actual, heightOf } = scaleOf(values)
  expect(actual).toEqual(ticks)
  const steps = actual.slice(1).map((tick, index) => heightOf(tick) - heightOf(actual[index]!))
  for (const step of steps) expect(step).toBeCloseTo(100 / steps.length, 6)
  for (const value of values) {
    expect(heightOf(value)).toBeGreaterThanOrEqual(0)
    expect(heightOf(value)).toBeLessThanOrEqual(100)
  }
})

test.each([
  ['0.01', true],
  ['-0.01', true],
  ['10', true],
  ['1000000.00', true],
  ['0', false],
  ['-0.00', false],
  [null, false],
])('a series of zeros, unknown values and %s has data: %s', (value, isSomething) => {
  expect(hasData([{ values: [null] }, { values: ['0.00', value] }])).toBe(isSomething)
})

test('values below zero hang from it', async () => {
  const series = [{ id: 'gain', name: 'Gain', values: ['-50.00', '100.00', '0.01'] }]
  await render(await openTestStore(), <BarChart {...flows} series={series} />)
  await expect.element(slider).toBeVisible()
  const bars = [...chart.element().querySelectorAll('rect')].map((bar) => [
    Number(bar.getAttribute('y')).toFixed(1),
    Number(bar.getAttribute('height')).toFixed(1),
  ])
  expect(bars.slice(0, 2)).toEqual([
    ['66.7', '33.3'],
    ['0.0', '66.7'],
  ])
})

test('a button switches the chart to a table and back', async () => {
  await render(await openTestStore(), <LineChart {...flows} />)
  await chart.getByRole('button', { name: 'Show as a table' }).click()
  expect(table()).toEqual([
    ['Month', 'Invested', 'Value', 'Distributions'],
    ['Jan 2026', '$100.00', '—', '$0.00'],
    ['Feb 2026', '$100.00', '$120.00', '$20.00'],
    ['Mar 2026', '$250.00', '$300.50', '$0.00'],
  ])
  await chart.getByRole('button', { name: 'Show as a chart' }).click()
  await expect.element(slider).toBeVisible()
})

test('switching to the table by keyboard keeps the focus on the button', async () => {
  await render(await openTestStore(), <BarChart {...flows} />)
  const button = (name: string) => chart.getByRole('button', { name, exact: true })
  await expect.element(slider).toBeVisible()
  ;(button('Show as a table').element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Show as a chart')).toHaveFocus()
  expect(slider.elements()).toEqual([])
  const shown = document.getElementById(button('Show as a chart').element().getAttribute('aria-controls')!)!
  expect(shown.contains(chart.getByRole('table').element())).toBe(true)
  await userEvent.keyboard(' ')
  await expect.element(button('Show as a table')).toHaveFocus()
  expect(shown.contains(slider.element())).toBe(true)
})

test('the table stays open when its figures change, even after there were none', async () => {
  const some = (paid: string | null) => [{ id: 'paid', name: 'Invested', values: [paid, null] }]
  function Probe() {
    const [series, setSeries] = useState(some('5.00'))
    return (
      <>
        <LineChart {...flows} points={['Jan 2026', 'Feb 2026']} series={series} />
        {[null, '-7.00'].map((paid) => (
          <button key={paid} type="button" onClick={() => setSeries(some(paid))}>
            Become {paid ?? 'nothing'}
          </button>
        ))}
      </>
    )
  }
  await render(await openTestStore(), <Probe />)
  await chart.getByRole('button', { name: 'Show as a table' }).click()
  await page.getByRole('button', { name: 'Become nothing' }).click()
  await expect.element(chart.getByText('No data available')).toBeVisible()
  await page.getByRole('button', { name: 'Become -7.00' }).click()
  await expect.poll(table).toEqual([
    ['Month', 'Invested'],
    ['Jan 2026', '$-7.00'],
    ['Feb 2026', '—'],
  ])
})

test('a table of long amounts scrolls on a phone, and the sign stays before the amount in right-to-left pages', async () => {
  const values = ['-999999999999999.99', '999999999999999.99', null]
  const series = ['paid', 'value', 'out'].map((id) => ({ id, name: id, values }))
  await render(
    await openTestStore(),
    <div style={{ inlineSize: 320 }}>
      <LineChart {...flows} series={series} />
    </div>,
  )
  await chart.getByRole('button', { name: 'Show as a table' }).click()
  const region = chart.getByRole('region', { name: 'Performance' }).element()
  expect(region.scrollWidth).toBeGreaterThan(region.clientWidth)
  expect([rectOf(chart.element()).width, rectOf(region).width]).toEqual([320, 320])
  setRtl()
  const amount = chart.getByText('$-999999999999999.99', { exact: true }).first().element()
  const [sign, last] = [1, amount.textContent.length - 1].map((at) => {
    const range = document.createRange()
    range.setStart(amount.firstChild!, at)
    range.setEnd(amount.firstChild!, at + 1)
    return centerOf(range).across
  })
  expect(sign).toBeLessThan(last!)
})

test('without data, or with zeros only, the chart shows a text and no table', async () => {
  const onlyZeros = flows.series.map((each) => ({ ...each, values: [null, '0.00', null] }))
  await render(await openTestStore(), <LineChart {...flows} series={onlyZeros} />)
  await expect.element(chart.getByText('No data available')).toBeVisible()
  expect(chart.getByRole('button').elements()).toEqual([])
})

const shares = {
  label: 'Performance',
  partHeading: 'Type',
  valueHeading: 'Amount',
  shareHeading: 'Share',
  parts: [
    { id: 'a', name: 'Real Estate', value: '450.00', share: '45.0' },
    { id: 'b', name: 'Commercial', value: '550.00', share: '55.0' },
  ],
  whole: '$1.0K',
  format,
  formatShare: (share: string) => `${share}%`,
}

test('a ring has an arc for each share, and a legend with the same facts', async () => {
  await render(await openTestStore(), <ShareChart {...shares} />)
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

test('a part is highlighted in ring and legend', async () => {
  await render(await openTestStore(), <ShareChart {...shares} />)
  const item = (name: string) => chart.getByRole('listitem').filter({ hasText: name })
  const faint = () =>
    [...chart.element().querySelectorAll<HTMLElement | SVGElement>('circle, li')].map((each) => each.dataset['faint'])
  await item('Commercial').hover()
  await expect.poll(faint).toEqual(['true', undefined, 'true', undefined])
  const ring = chart.element().querySelector('svg')!.getBoundingClientRect()
  await userEvent.hover(chart.element().querySelector('svg')!, {
    position: { x: ring.width * (0.5 + 17.5 / 42), y: ring.height / 2 },
  })
  await expect.poll(faint).toEqual([undefined, 'true', undefined, 'true'])
  await userEvent.hover(chart.getByRole('button', { name: 'Show as a table' }))
  await expect.poll(faint).toEqual(Array(4).fill(undefined))
})

test.each([
  ['below the ring on a phone', 340, 'ltr', 'beneath'],
  ['to the right of the ring where there is space', 700, 'ltr', 'right'],
  ['to the left of the ring in right-to-left pages', 700, 'rtl', 'left'],
])('the legend is %s, within the chart, and the total is in the middle', async (_, width, dir, side) => {
  const long = shares.parts.map((part) => ({
    ...part,
    name: `${part.name} of the northern and the southern harbours`,
  }))
  await render(
    await openTestStore(),
    <div style={{ inlineSize: width }}>
      <ShareChart {...shares} parts={long} />
    </div>,
  )
  if (dir === 'rtl') setRtl()
  await expect.element(chart.getByRole('list')).toBeVisible()
  const [frame, ring, labels] = [
    chart.element(),
    chart.element().querySelector('svg')!,
    chart.getByRole('list').element(),
  ]
  const sides = [
    rectOf(labels).top >= rectOf(ring).bottom && 'beneath',
    rectOf(labels).left >= rectOf(ring).right && 'right',
    rectOf(labels).right <= rectOf(ring).left && 'left',
  ]
  expect(sides.filter(Boolean)).toEqual([side])
  for (const each of labels.querySelectorAll('li *')) {
    expect(rectOf(each).left).toBeGreaterThanOrEqual(rectOf(frame).left)
    expect(rectOf(each).right).toBeLessThanOrEqual(rectOf(frame).right)
  }
  const whole = document.createRange()
  whole.selectNodeContents(chart.getByText('$1.0K').element())
  expect(Math.abs(centerOf(whole).across - centerOf(ring).across)).toBeLessThan(1)
  expect(Math.abs(centerOf(whole).down - centerOf(ring).down)).toBeLessThan(3)
})

test('a single part closes the ring, and a ninth has the color of its label', async () => {
  const part = (index: number, share: string) => ({ id: `${index}`, name: `Fund ${index}`, value: '1.00', share })
  const screen = await render(await openTestStore(), <ShareChart {...shares} parts={[part(1, '100.0')]} />)
  const arcs = () => [...chart.element().querySelectorAll('circle')]
  await expect.poll(() => arcs()[0]?.getAttribute('stroke-dasharray')).toBe('100 0')
  await screen.unmount()
  const nine = Array.from({ length: 9 }, (_, index) => part(index, index === 8 ? '0.4' : '12.4'))
  await render(await openTestStore(), <ShareChart {...shares} parts={nine} />)
  await expect.poll(() => arcs().length).toBe(9)
  expect(arcs().at(-1)!.getAttribute('stroke-dasharray'), 'shorter than the gap').toBe('0 100')
  const labels = [...chart.element().querySelectorAll<HTMLElement>('li [data-series]')]
  expect(labels.map((each) => each.dataset['series'])).toEqual(arcs().map((each) => each.dataset['series']))
  expect(labels.at(-1)!.dataset['series']).toBe('1')
})

test('a whole without parts has no data', async () => {
  await render(await openTestStore(), <ShareChart {...shares} parts={[]} />)
  await expect.element(chart.getByText('No data available')).toBeVisible()
})
