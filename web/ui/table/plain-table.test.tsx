import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { render as renderWithStore } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { rowsOf } from '#web/test/texts-of.ts'
import { PlainTable } from './plain-table.tsx'
import { RowBadge } from './row-badge.tsx'

const columns = [
  { header: 'Field' },
  { header: 'Mine', align: 'figure' as const },
  { header: 'Theirs', align: 'end' as const, hideNarrow: true as const },
]
const rows = [
  { id: 'a', cells: ['Amount', '5', '7'] },
  { id: 'b', cells: ['Name', 'Quay', 'Pier'] },
]
const table = page.getByRole('table')
const rectOf = (each: Element | Range) => each.getBoundingClientRect()

test('cells are in the order and alignment of their columns', async () => {
  await render(<PlainTable label="Comparison" columns={columns} rows={rows} />)
  const words = rowsOf(table)
  expect(words).toEqual([
    ['Field', 'Mine', 'Theirs'],
    ['Amount', '5', '7'],
    ['Name', 'Quay', 'Pier'],
  ])
  const aligned = [...table.element().querySelectorAll('tr')].map((row) =>
    [...row.children].map((cell) => (cell as HTMLElement).dataset['align'] ?? null),
  )
  expect(aligned).toEqual(Array(3).fill([null, 'figure', 'end']))
  expect(table.getByRole('rowheader').elements()).toEqual([])
  await expect.element(page.getByRole('region', { name: 'Comparison' })).toBeVisible()
})

test('in a stacked table the first cell is the header of its row, and each value carries its label', async () => {
  await render(<PlainTable label="Comparison" columns={columns} rows={rows} stacked />)
  const headers = table.getByRole('rowheader').elements()
  expect(headers.map((each) => [each.textContent, each.getAttribute('scope')])).toEqual([
    ['Amount', 'row'],
    ['Name', 'row'],
  ])
  const labels = table
    .getByRole('cell')
    .elements()
    .map((each) => `${(each as HTMLElement).dataset['label']}: ${each.textContent}`)
  expect(labels).toEqual(['Mine: 5', 'Theirs: 7', 'Mine: Quay', 'Theirs: Pier'])
})

test('on a phone a table hides less important columns, and a stacked one puts each value below its label', async () => {
  const plain = (stacked?: true) => (
    <PlainTable label="Comparison" columns={columns} rows={rows} {...(stacked && { stacked })} />
  )
  const screen = await render(<div style={{ inlineSize: 320 }}>{plain()}</div>)
  await expect.element(table.getByText('Quay')).toBeVisible()
  await expect.element(table.getByText('Pier')).not.toBeVisible()
  await screen.rerender(
    <div style={{ inlineSize: 320 }}>
      <PlainTable label="Comparison" columns={columns.slice(0, 2)} rows={rows} stacked />
    </div>,
  )
  const tops = () =>
    [...table.element().querySelectorAll('tbody :is(th, td)')].map((each) => each.getBoundingClientRect().top)
  await expect.poll(() => new Set(tops()).size).toBe(4)
  expect(tops()).toEqual(tops().toSorted((a, b) => a - b))
  const label = getComputedStyle(table.element().querySelector('td')!, '::before').content
  expect(label).toContain('Mine')
})

test.each([
  [true as const, 'side by side', 1],
  ['singly' as const, 'one below the other', 2],
])('on a phone the values of a stacked row (%s) are %s', async (stacked, _, lines) => {
  await render(
    <div style={{ inlineSize: 320 }}>
      <PlainTable
        label="Comparison"
        columns={columns.map(({ header }) => ({ header }))}
        rows={rows}
        stacked={stacked}
      />
    </div>,
  )
  const tops = () => [...table.element().querySelectorAll('tbody tr:first-child td')].map((each) => rectOf(each).top)
  await expect.poll(() => new Set(tops()).size).toBe(lines)
})

test('on a phone empty values of a row take no space, and its actions have no label', async () => {
  const offered = [{ header: 'Field' }, { header: 'Mine' }, { header: 'Choice', align: 'end' as const }]
  const keepButton = (
    <button key="keep" type="button">
      Keep
    </button>
  )
  await render(
    <div style={{ inlineSize: 320 }}>
      <PlainTable
        label="Comparison"
        columns={offered}
        rows={[{ id: 'a', cells: ['Amount', null, keepButton] }]}
        stacked
      />
    </div>,
  )
  const [mine, choice] = [...table.element().querySelectorAll('td')]
  await expect.poll(() => getComputedStyle(mine!).display).toBe('none')
  await expect.element(page.getByRole('button', { name: 'Keep' })).toBeVisible()
  expect(getComputedStyle(choice!, '::before').display).toBe('none')
})

test('in a panel long amounts do not touch the next value, and the actions of a row are at its end', async () => {
  const amountColumns = ['Net Asset Value', 'Share'].map((header) => ({ header, align: 'figure' as const }))
  const amount = <bdi style={{ whiteSpace: 'nowrap' }}>AED 1,287,894,000.00</bdi>
  const cells = ['Sep 30, 2026', amount, amount, 'Appraised', <button key="edit">Edit</button>]
  const shown = [
    { header: 'Date' },
    ...amountColumns,
    { header: 'Notes' },
    { header: 'Actions', align: 'end' as const },
  ]
  await renderWithStore(
    await openTestStore(),
    <div style={{ inlineSize: 430 }}>
      <PlainTable label="Valuations" columns={shown} rows={[{ id: 'a', cells }]} stacked />
    </div>,
  )
  const [first, second] = [...table.element().querySelectorAll('bdi')].map(rectOf)
  expect(first!.right < second!.left || first!.bottom <= second!.top).toBe(true)
  const [button, row] = [table.getByRole('button').element(), table.getByRole('row').last().element()].map(rectOf)
  expect(row!.right - button!.right).toBeLessThan(24)
})

test('figures are right-aligned and actions are at the end of the row in both page directions', async () => {
  onTestFinished(() => document.documentElement.removeAttribute('dir'))
  await render(
    <div style={{ inlineSize: 900 }}>
      <PlainTable label="Comparison" columns={columns} rows={rows} />
    </div>,
  )
  const sides = () =>
    ['figure', 'end'].map((align) => {
      const cell = table.element().querySelector(`td[data-align=${align}]`)!
      const range = document.createRange()
      range.selectNodeContents(cell)
      return rectOf(range).left - rectOf(cell).left > rectOf(cell).right - rectOf(range).right ? 'right' : 'left'
    })
  expect(sides()).toEqual(['right', 'right'])
  document.documentElement.dir = 'rtl'
  expect(sides()).toEqual(['right', 'left'])
})

test('a table that is too wide can be focused and scrolled by keyboard, and its surroundings keep their width', async () => {
  const longCells = [{ id: 'a', cells: ['Amount', '9'.repeat(60), '7'] }]
  await render(
    <div data-testid="around" style={{ inlineSize: 400 }}>
      <PlainTable label="Comparison" columns={columns} rows={longCells} />
    </div>,
  )
  await userEvent.tab()
  const region = page.getByRole('region', { name: 'Comparison' })
  await expect.element(region).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(() => region.element().scrollLeft).toBeGreaterThan(0)
  expect(page.getByTestId('around').element().scrollWidth).toBe(400)
})

test('a link in a cell can also be clicked above and below its line without making the row higher', async () => {
  const rowsWithLinks = [
    {
      id: 'a',
      cells: [
        <a key="quay" href="#quay">
          Quay
        </a>,
        '5',
        '7',
      ],
    },
    { id: 'b', cells: ['Pier', '5', '7'] },
  ]
  await render(<PlainTable label="Comparison" columns={columns} rows={rowsWithLinks} />)
  const link = page.getByRole('link', { name: 'Quay' }).element()
  const { left, top, bottom } = rectOf(link)
  for (const y of [top - 8, bottom + 8]) expect(document.elementFromPoint(left + 4, y)).toBe(link)
  const [first, second] = [...table.element().querySelectorAll('tbody tr')].map((row) => rectOf(row).height)
  expect(Math.abs(first! - second!)).toBeLessThanOrEqual(1)
})

test('a badge shows unsent changes and problems, as text or for screen readers', async () => {
  await renderWithStore(
    await openTestStore(),
    <>
      <RowBadge badge="waiting" />
      <RowBadge badge="attention" iconOnly />
    </>,
  )
  const words = page.getByText('Unsent changes')
  await expect.element(words).toBeVisible()
  const badges = [...document.querySelectorAll('[data-badge]')]
  expect(badges.map((each) => [each.textContent, each.querySelector('svg')?.getAttribute('aria-label')])).toEqual([
    ['Unsent changes', 'Unsent changes'],
    ['', 'Needs attention'],
  ])
  // Read once, not twice.
  expect(words.element().getAttribute('aria-hidden')).toBe('true')
  const [waiting, attention] = badges.map((each) => getComputedStyle(each).color)
  expect(waiting).not.toBe(attention)
})
