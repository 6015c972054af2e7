import { use, useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AnyRow } from '#schema/kernel/entity.ts'
import type { RowList } from '#web/store/base/contract.ts'
import { render } from 'vitest-browser-react'
import { fakeOf } from '#web/test/fake-of.ts'
import { DataTable } from './data-table.tsx'
import { ChosenDensity } from './density.ts'
import { NarrowTable } from './narrow-table.ts'
import { RowActions } from './row-actions.tsx'
import { focusRow } from './row-stops.ts'
import { nextSort, sortFrom } from './sort.ts'
import { columnsOf } from './table-columns.ts'

const rowWithId = (id: string): AnyRow => fakeOf({ id, number: 1, createdAt: '', updatedAt: '' })
const listOf = (rows: readonly AnyRow[], arranged: object): RowList => ({
  length: rows.length,
  arranged,
  slice: (first, end) => rows.slice(first, end),
})
const helper = columnsOf<AnyRow>()
const columns = [
  helper.display({
    id: 'id',
    header: 'Id',
    meta: { sortable: true },
    cell: ({ row }) => <button type="button">{row.original.id}</button>,
  }),
]
const tableOf = (rows: RowList) => (
  <div style={{ display: 'flex', blockSize: 320 }}>
    <DataTable label="Rows" rows={rows} columns={columns} />
  </div>
)
const manyRows = Array.from({ length: 60 }, (_, index) => rowWithId(`Row ${index}`))

test('a button in an overscan row keeps the focus when a row changes; after a new order the overscan is rendered later', async () => {
  const order = {}
  const screen = await render(tableOf(listOf(manyRows, order)))
  const button = screen.getByRole('button', { name: 'Row 10', exact: true })
  await expect.element(button).toBeInTheDocument()
  const element = button.element() as HTMLElement
  element.focus({ preventScroll: true })
  await screen.rerender(tableOf(listOf([rowWithId('Row 0'), ...manyRows.slice(1)], order)))
  expect(document.activeElement).toBe(element)
  await screen.rerender(tableOf(listOf(manyRows.toReversed(), {})))
  await expect.element(screen.getByRole('button', { name: 'Row 49', exact: true })).toBeInTheDocument()
})

test('pointing at a heading or focusing it calls onExpectSort', async () => {
  const onExpectSort = vi.fn<(key: string) => void>()
  const onSort = vi.fn<(key: string) => void>()
  const screen = await render(
    <DataTable
      label="Rows"
      rows={listOf(manyRows, {})}
      columns={columns}
      onSort={onSort}
      onExpectSort={onExpectSort}
    />,
  )
  const header = screen.getByRole('button', { name: 'Id', exact: true })
  await userEvent.hover(header)
  expect(onExpectSort).toHaveBeenLastCalledWith('id')
  onExpectSort.mockClear()
  ;(header.element() as HTMLElement).focus()
  expect(onExpectSort).toHaveBeenLastCalledWith('id')
  expect(onSort).not.toHaveBeenCalled()
})

test('Tab moves to the headings and then to one row, and sorting by key keeps the focus on the heading', async () => {
  function Sorted() {
    const [text, setText] = useState<string>()
    const sort = sortFrom(text)
    const rows = listOf(sort?.descending ? manyRows.toReversed() : manyRows, {})
    return (
      <div style={{ display: 'flex', blockSize: 320 }}>
        <DataTable
          label="Rows"
          rows={rows}
          columns={columns}
          sort={sort}
          onSort={(key) => setText(nextSort(sort, key))}
        />
      </div>
    )
  }
  const screen = await render(<Sorted />)
  const button = (name: string) => screen.getByRole('button', { name, exact: true })
  const header = screen.getByRole('columnheader', { name: 'Id' })
  await userEvent.tab()
  await expect.element(button('Id')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(header).toHaveAttribute('aria-sort', 'ascending')
  await userEvent.keyboard(' ')
  await expect.element(header).toHaveAttribute('aria-sort', 'descending')
  await expect.element(button('Row 59')).toBeVisible()
  await expect.element(button('Id')).toHaveFocus()
  await userEvent.tab()
  await expect.element(button('Row 59')).toHaveFocus()
  await userEvent.tab()
  await expect.poll(() => document.activeElement?.closest('table')).toBe(null)
})

test('a focused row is scrolled out from beneath the head', async () => {
  const screen = await render(tableOf(listOf(manyRows, {})))
  const button = (name: string) => screen.getByRole('button', { name, exact: true })
  const region = screen.getByRole('region', { name: 'Rows' }).element()
  await expect.element(button('Row 0')).toBeVisible()
  // The head covers a part of row 30.
  region.scrollTop = 30 * 40 + 13
  await expect.element(button('Row 31')).toBeInTheDocument()
  focusRow(button('Row 30').element().closest('tr')!)
  await expect.element(button('Row 30')).toHaveFocus()
  const head = region.querySelector('thead')!.getBoundingClientRect()
  await expect.poll(() => button('Row 30').element().getBoundingClientRect().top).toBeGreaterThanOrEqual(head.bottom)
})

test('a row rerenders only for another record, position or selection', async () => {
  const onRender = vi.fn<(id: string) => void>()
  const columnsWithCount = [
    helper.display({
      id: 'id',
      header: 'Id',
      cell: ({ row }) => {
        onRender(row.original.id)
        return row.original.id
      },
    }),
  ]
  const order = {}
  const tableWithSelection = (rows: readonly AnyRow[], selected?: string) => (
    <div style={{ display: 'flex', blockSize: 320 }}>
      <DataTable label="Rows" rows={listOf(rows, order)} columns={columnsWithCount} selected={selected} />
    </div>
  )
  const fewRows = manyRows.slice(0, 4)
  const screen = await render(tableWithSelection(fewRows))
  const renderedRows = async (rows: readonly AnyRow[], selected?: string) => {
    onRender.mockClear()
    await screen.rerender(tableWithSelection(rows, selected))
    return [...new Set(onRender.mock.calls.flat())]
  }
  const positions = () =>
    [...document.querySelectorAll('tbody tr')].map(
      (each) => `${each.textContent} ${each.getAttribute('aria-rowindex')}`,
    )
  await expect.element(screen.getByText('Row 3', { exact: true })).toBeVisible()
  expect(await renderedRows([...fewRows])).toEqual([])
  const changed = fewRows.with(1, rowWithId('Row 1'))
  expect(await renderedRows(changed)).toEqual(['Row 1'])
  expect(await renderedRows(changed, 'Row 2')).toEqual(['Row 2'])
  expect(await renderedRows(changed, 'Row 3')).toEqual(['Row 2', 'Row 3'])
  expect(document.querySelector('[aria-current]')?.textContent).toBe('Row 3')
  expect(await renderedRows(changed.toSpliced(2, 0, rowWithId('New')), 'Row 3')).toEqual(['New', 'Row 2', 'Row 3'])
  expect(positions()).toEqual(['Row 0 2', 'Row 1 3', 'New 4', 'Row 2 5', 'Row 3 6'])
  expect(screen.getByRole('table').element().getAttribute('aria-rowcount')).toBe('6')
})

const threeColumns = [
  helper.display({ id: 'name', header: 'Name', cell: ({ row }) => row.original.id }),
  helper.display({
    id: 'amount',
    header: 'Amount',
    meta: { align: 'figure', width: '9rem', drops: 'never' },
    cell: () => <bdi dir="ltr">$5</bdi>,
  }),
  helper.display({ id: 'day', header: 'Day', meta: { width: '8rem' }, cell: () => 'today' }),
]

const moreColumns = ['One', 'Two', 'Three', 'Four'].map((header) =>
  helper.display({ id: header, header, meta: { width: '12rem', drops: 'never' }, cell: () => header }),
)

const tableIn = (inlineSize: number, rows: readonly AnyRow[] = manyRows, selected?: string) => (
  <div style={{ display: 'flex', blockSize: 320, inlineSize }}>
    <DataTable label="Rows" rows={listOf(rows, {})} columns={threeColumns} selected={selected} />
  </div>
)
const headers = () => [...document.querySelectorAll('th')].map((each) => each.textContent)

const rowHeight = () => document.querySelector('tbody tr[aria-rowindex="2"]')!.getBoundingClientRect().height
const valuesBelow = () => [...document.querySelectorAll('tr[aria-rowindex="2"] dl div')].map((each) => each.textContent)

test('without room for all columns some leave, and the rows keep their one line', async () => {
  await page.viewport(1280, 800)
  const screen = await render(tableIn(1000))
  await expect.poll(headers).toEqual(['Name', 'Amount', 'Day'])
  await screen.rerender(tableIn(420))
  await expect.poll(headers).toEqual(['Name', 'Amount'])
  expect([valuesBelow(), rowHeight()]).toEqual([[], 40])
})

test('on a phone each row has a second line with the other values', async () => {
  onTestFinished(() => page.viewport(1280, 800))
  await page.viewport(400, 800)
  const screen = await render(tableIn(400))
  const region = () => screen.getByRole('region', { name: 'Rows' }).element()
  await expect.poll(headers).toEqual(['Name', 'Amount'])
  expect([valuesBelow(), rowHeight()]).toEqual([['Daytoday'], 56])
  const head = region().querySelector('thead')!.getBoundingClientRect().height
  expect(Math.abs(region().scrollHeight - head - 60 * 56)).toBeLessThanOrEqual(2)
  const [amount, day] = ['$5', 'today'].map((text) =>
    screen.getByText(text, { exact: true }).first().element().getBoundingClientRect(),
  )
  expect(day!.top).toBeGreaterThanOrEqual(amount!.bottom - 1)
  await page.viewport(1280, 800)
  await expect.poll(rowHeight).toBe(40)
})

test('the second line leaves out missing values, and labels those that say too little alone', async () => {
  onTestFinished(() => page.viewport(1280, 800))
  await page.viewport(400, 800)
  const [name, , day] = threeColumns
  const due = helper.display({ id: 'due', header: 'Due', meta: { needsLabel: true }, cell: () => '7 Feb 2027' })
  const paid = helper.display({ id: 'paid', header: 'Paid', cell: () => 'never shown' })
  const rows = [fakeOf<AnyRow>({ ...rowWithId('Row 0'), paid: null })]
  const tableWith = (...others: readonly (typeof due)[]) => (
    <div style={{ display: 'flex', blockSize: 320, inlineSize: 400 }}>
      <DataTable label="Rows" rows={listOf(rows, {})} columns={[name!, ...others]} />
    </div>
  )
  const screen = await render(tableWith(due, day!))
  await expect.poll(valuesBelow).toEqual(['Due7 Feb 2027', 'Daytoday'])
  const widthOfLabel = (text: string) => screen.getByText(text, { exact: true }).element().getBoundingClientRect().width
  expect(widthOfLabel('Due')).toBeGreaterThan(10)
  expect(widthOfLabel('Day')).toBe(1)
  await screen.rerender(tableWith(due, paid))
  await expect.poll(valuesBelow).toEqual(['Due7 Feb 2027'])
})

test('a foot stays in sight below the rows, and a focused row stays clear of it', async () => {
  const screen = await render(
    <div style={{ display: 'flex', blockSize: 320 }}>
      <DataTable label="Rows" rows={listOf(manyRows, {})} columns={columns} foot={<p>In total</p>} />
    </div>,
  )
  const region = screen.getByRole('region', { name: 'Rows' }).element()
  const foot = () => screen.getByText('In total').element().parentElement!.getBoundingClientRect()
  await expect.element(screen.getByText('In total')).toBeVisible()
  expect(Math.abs(foot().bottom - region.getBoundingClientRect().bottom)).toBeLessThanOrEqual(2)
  for (const name of ['Row 5', 'Row 6', 'Row 7', 'Row 8']) {
    await expect.element(screen.getByRole('button', { name, exact: true })).toBeInTheDocument()
    const button = screen.getByRole('button', { name, exact: true }).element() as HTMLElement
    button.focus()
    await expect.poll(() => button.getBoundingClientRect().bottom).toBeLessThanOrEqual(foot().top)
  }
})

test('a foot stays in sight while a wide table scrolls sideways', async () => {
  const screen = await render(
    <div style={{ display: 'flex', blockSize: 320, inlineSize: 500 }}>
      <DataTable label="Rows" rows={listOf(manyRows, {})} columns={moreColumns} foot={<p>In total</p>} />
    </div>,
  )
  const region = screen.getByRole('region', { name: 'Rows' }).element()
  const start = () => screen.getByText('In total').element().getBoundingClientRect().left
  await expect.poll(() => region.scrollWidth).toBeGreaterThan(700)
  const before = start()
  region.scrollLeft = 150
  await expect.poll(() => region.scrollLeft).toBe(150)
  expect(start()).toBe(before)
})

test('a first cell can tell that the table is narrow', async () => {
  const Width = () => (use(NarrowTable) ? 'narrow' : 'wide')
  const columns = [helper.display({ id: 'width', header: 'Width', cell: () => <Width /> })]
  const at = (inlineSize: number) => (
    <div style={{ display: 'flex', blockSize: 320, inlineSize }}>
      <DataTable label="Rows" rows={listOf(manyRows, {})} columns={columns} />
    </div>
  )
  const first = () => document.querySelector('tr[aria-rowindex="2"] td')?.textContent
  const screen = await render(at(400))
  await expect.poll(first).toBe('narrow')
  await screen.rerender(at(700))
  await expect.poll(first).toBe('wide')
})

test('all rows have one height; comfortable rows show two lines of a long name and larger buttons', async () => {
  const long = [
    helper.display({ id: 'name', header: 'Name', cell: () => <bdi dir="auto">{'Northern harbour '.repeat(12)}</bdi> }),
    helper.display({
      id: 'actions',
      header: 'Actions',
      cell: () => (
        <RowActions>
          <button type="button">Edit</button>
        </RowActions>
      ),
    }),
  ]
  const tableWith = (density: 'COMPACT' | 'COMFORTABLE') => (
    <ChosenDensity value={density}>
      <div style={{ display: 'flex', blockSize: 320, inlineSize: 500 }}>
        <DataTable label="Rows" rows={listOf(manyRows, {})} columns={long} />
      </div>
    </ChosenDensity>
  )
  const heights = () =>
    ['tbody tr[aria-rowindex]', 'tbody button'].map(
      (drawTable) => document.querySelector<HTMLElement>(drawTable)?.offsetHeight,
    )
  const nameHeight = () => document.querySelector('tbody bdi')!.getBoundingClientRect().height
  const screen = await render(tableWith('COMPACT'))
  await expect.poll(heights).toEqual([40, 32])
  const oneLine = nameHeight()
  await screen.rerender(tableWith('COMFORTABLE'))
  await expect.poll(heights).toEqual([56, 44])
  expect(Math.round(nameHeight() / oneLine)).toBe(2)
})

test('row height follows the person’s choice, and a wide table scrolls sideways', async () => {
  const screen = await render(<ChosenDensity value="COMFORTABLE">{tableIn(1000)}</ChosenDensity>)
  await expect.poll(() => document.querySelector('tbody tr')?.getBoundingClientRect().height).toBe(56)
  await screen.rerender(
    <div style={{ display: 'flex', blockSize: 320, inlineSize: 900 }}>
      <DataTable label="Rows" rows={listOf(manyRows, {})} columns={[...threeColumns, ...moreColumns]} />
    </div>,
  )
  const region = screen.getByRole('region', { name: 'Rows' }).element()
  await expect.poll(() => headers().length).toBe(6)
  expect(region.scrollWidth).toBeGreaterThan(region.clientWidth)
  expect(Math.min(...[...document.querySelectorAll('th')].map((each) => each.offsetWidth))).toBeGreaterThan(120)
})

const press = (header: string) =>
  helper.display({
    id: header,
    header,
    meta: { width: '8rem', drops: 'never', ...(header === 'Actions' && { isSticky: true }) },
    cell: () => <button type="button">{header}</button>,
  })
const tableWithActions = (inlineSize: number) => (
  <div style={{ display: 'flex', blockSize: 320, inlineSize }}>
    <DataTable
      label="Rows"
      rows={listOf(manyRows, {})}
      columns={[...threeColumns, ...moreColumns, press('Last'), press('Actions')]}
      selected="Row 1"
    />
  </div>
)

test.each(['ltr', 'rtl'])(
  'in a table that is too wide the other columns scroll beneath the last one: %s',
  async (dir) => {
    onTestFinished(() => {
      document.documentElement.dir = 'ltr'
      document.documentElement.removeAttribute('style')
    })
    document.documentElement.dir = dir
    const tones = { surface: 'white', head: 'beige', hover: 'ivory', border: 'gray' }
    for (const [name, tone] of Object.entries(tones)) document.documentElement.style.setProperty(`--hf-${name}`, tone)
    await page.viewport(1280, 800)
    const screen = await render(tableWithActions(900))
    const region = screen.getByRole('region', { name: 'Rows' }).element() as HTMLElement
    const stickyCells = () => [...region.querySelectorAll<HTMLElement>('[data-stays]')]
    const inRow = (name: string) => screen.getByRole('button', { name, exact: true }).first().element() as HTMLElement
    const stylesOf = (name: 'boxShadow' | 'position') => [
      ...new Set(stickyCells().map((each) => getComputedStyle(each)[name])),
    ]
    const isAtEdge = (cell: HTMLElement): boolean => {
      const [box, left] = [cell.getBoundingClientRect(), region.getBoundingClientRect().left + region.clientLeft]
      return Math.abs(dir === 'rtl' ? box.left - left : box.right - left - region.clientWidth) <= 1
    }
    await expect.poll(() => stylesOf('position')).toEqual(['sticky'])
    expect(stickyCells().length).toBeGreaterThan(5)
    expect(stickyCells().every(isAtEdge)).toBe(true)
    expect(stylesOf('boxShadow')).not.toContain('none')

    const button = inRow('Actions').getBoundingClientRect()
    expect(document.elementFromPoint(button.x + button.width / 2, button.y + button.height / 2)).toBe(inRow('Actions'))
    await userEvent.hover(inRow('Actions'))
    const backgrounds = stickyCells().map((each) => getComputedStyle(each).backgroundColor)
    const rows = stickyCells().map((each) => getComputedStyle(each.closest('tbody tr') ?? each).backgroundColor)
    expect([new Set(backgrounds).size > 1, backgrounds.includes('rgba(0, 0, 0, 0)'), backgrounds]).toEqual([
      true,
      false,
      rows,
    ])

    inRow('Last').focus()
    const [last, end] = [inRow('Last'), inRow('Actions').closest('td')!].map((each) => each.getBoundingClientRect())
    expect(dir === 'rtl' ? last!.left >= end!.right : last!.right <= end!.left).toBe(true)
    region.scrollLeft = dir === 'rtl' ? -region.scrollWidth : region.scrollWidth
    await expect.poll(() => stylesOf('boxShadow')).toEqual(['none'])
    await screen.rerender(tableWithActions(1500))
    await expect.poll(() => stylesOf('position')).toEqual(['static'])
  },
)

test('the scroll bar covers all rows, each row has its index, and the selected one is current', async () => {
  const screen = await render(tableIn(1000, manyRows, 'Row 3'))
  const region = screen.getByRole('region', { name: 'Rows' }).element()
  const rowOf = (name: string) => screen.getByText(name, { exact: true }).element().closest('tr')!
  await expect.element(screen.getByText('Row 3', { exact: true })).toBeVisible()
  const head = region.querySelector('thead')!.getBoundingClientRect().height
  expect(Math.abs(region.scrollHeight - head - 60 * 40)).toBeLessThanOrEqual(2)
  expect(screen.getByRole('table').element().getAttribute('aria-rowcount')).toBe('61')
  expect(rowOf('Row 3').getAttribute('aria-rowindex')).toBe('5')
  expect([...document.querySelectorAll('tr[aria-current]')]).toEqual([rowOf('Row 3')])
  region.scrollTop = region.scrollHeight
  await expect.element(screen.getByText('Row 59', { exact: true })).toBeVisible()
  expect(rowOf('Row 59').getAttribute('aria-rowindex')).toBe('61')
  expect(screen.getByText('Row 3', { exact: true }).elements()).toEqual([])
  expect(Math.abs(region.scrollHeight - head - 60 * 40)).toBeLessThanOrEqual(2)
})

test('a long list can be focused and scrolled by keyboard, and its head stays visible', async () => {
  const screen = await render(tableIn(1000))
  const region = screen.getByRole('region', { name: 'Rows' }).element() as HTMLElement
  await expect.element(screen.getByText('Row 0', { exact: true })).toBeVisible()
  await userEvent.tab()
  expect(document.activeElement?.tagName).toBe('TR')
  await userEvent.keyboard('{End}')
  await expect.element(screen.getByText('Row 59', { exact: true })).toBeVisible()
  const top = region.getBoundingClientRect().top
  expect(Math.abs(region.querySelector('th')!.getBoundingClientRect().top - top)).toBeLessThanOrEqual(2)
})

test('figures are right-aligned in both page directions', async () => {
  onTestFinished(() => {
    document.documentElement.dir = 'ltr'
  })
  const screen = await render(tableIn(1000))
  const sides = () => {
    const cell = document.querySelector('td[data-align=figure]')
    const [box, text] = [cell?.getBoundingClientRect(), cell?.querySelector('bdi')?.getBoundingClientRect()]
    return box && text && (text.left - box.left > box.right - text.right ? 'right' : 'left')
  }
  await expect.poll(sides).toBe('right')
  document.documentElement.dir = 'rtl'
  await screen.rerender(tableIn(1000))
  await expect.poll(sides).toBe('right')
})

test('a list that becomes shorter than its scroll position shows its last rows, and an empty one none', async () => {
  const screen = await render(tableIn(1000))
  const region = screen.getByRole('region', { name: 'Rows' }).element()
  const count = () => screen.getByRole('table').element().getAttribute('aria-rowcount')
  await expect.element(screen.getByText('Row 0', { exact: true })).toBeVisible()
  region.scrollTop = region.scrollHeight
  await expect.element(screen.getByText('Row 59', { exact: true })).toBeVisible()
  await screen.rerender(tableIn(1000, manyRows.slice(0, 5)))
  for (const name of ['Row 0', 'Row 4']) await expect.element(screen.getByText(name, { exact: true })).toBeVisible()
  expect([count(), region.scrollTop]).toEqual(['6', 0])
  await screen.rerender(tableIn(1000, []))
  await expect.poll(() => document.querySelectorAll('tbody tr').length).toBe(0)
  expect(count()).toBe('1')
})
