import { use, useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AnyRow } from '#schema/kernel/entity.ts'
import type { RowList } from '#web/store/base/contract.ts'
import { render } from 'vitest-browser-react'
import { standIn } from '#web/test/stand-in.ts'
import { DataTable } from './data-table.tsx'
import { ChosenDensity } from './density.ts'
import { layoutOfNamed } from './named-layout.ts'
import { NarrowTable } from './narrow-table.ts'
import { RowActions } from './row-actions.tsx'
import { nextSort, sortFrom } from './sort.ts'
import { columnsFor, columnsOf, isNarrow, leastWidth, namedFor } from './table-columns.ts'

const rowNamed = (id: string): AnyRow => standIn({ id, number: 1, createdAt: '', updatedAt: '' })
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
const many = Array.from({ length: 60 }, (_, index) => rowNamed(`Row ${index}`))

test('a button beyond the edge keeps the focus when a row changes; after a new order the rows beyond the edge are drawn later', async () => {
  const order = {}
  const screen = await render(tableOf(listOf(many, order)))
  const button = screen.getByRole('button', { name: 'Row 10', exact: true })
  await expect.element(button).toBeInTheDocument()
  const element = button.element() as HTMLElement
  element.focus({ preventScroll: true })
  await screen.rerender(tableOf(listOf([rowNamed('Row 0'), ...many.slice(1)], order)))
  expect(document.activeElement).toBe(element)
  await screen.rerender(tableOf(listOf(many.toReversed(), {})))
  await expect.element(screen.getByRole('button', { name: 'Row 49', exact: true })).toBeInTheDocument()
})

test('pointing at a column or focusing it announces that its order may be asked for', async () => {
  const onExpectSort = vi.fn<(key: string) => void>()
  const onSort = vi.fn<(key: string) => void>()
  const screen = await render(
    <DataTable label="Rows" rows={listOf(many, {})} columns={columns} onSort={onSort} onExpectSort={onExpectSort} />,
  )
  const header = screen.getByRole('button', { name: 'Id', exact: true })
  await userEvent.hover(header)
  expect(onExpectSort).toHaveBeenLastCalledWith('id')
  onExpectSort.mockClear()
  ;(header.element() as HTMLElement).focus()
  expect(onExpectSort).toHaveBeenLastCalledWith('id')
  expect(onSort).not.toHaveBeenCalled()
})

test('keys go from the list to its orders and on to its rows, and whoever sorts by a key stays on the header', async () => {
  function Sorted() {
    const [text, setText] = useState<string>()
    const sort = sortFrom(text)
    const rows = listOf(sort?.descending ? many.toReversed() : many, {})
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
  await expect.element(screen.getByRole('region', { name: 'Rows' })).toHaveFocus()
  await userEvent.tab()
  await expect.element(button('Id')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(header).toHaveAttribute('aria-sort', 'ascending')
  await userEvent.keyboard(' ')
  await expect.element(header).toHaveAttribute('aria-sort', 'descending')
  await expect.element(button('Row 59')).toBeVisible()
  await expect.element(button('Id')).toHaveFocus()
  for (const name of ['Row 59', 'Row 58']) {
    await userEvent.tab()
    await expect.element(button(name)).toHaveFocus()
  }
})

test('a row that gets the focus on the way back comes out from beneath the head', async () => {
  const screen = await render(tableOf(listOf(many, {})))
  const button = (name: string) => screen.getByRole('button', { name, exact: true })
  const region = screen.getByRole('region', { name: 'Rows' }).element()
  await expect.element(button('Row 0')).toBeVisible()
  // The head covers a part of row 30.
  region.scrollTop = 30 * 40 + 13
  await expect.element(button('Row 31')).toBeInTheDocument()
  ;(button('Row 31').element() as HTMLElement).focus()
  await userEvent.tab({ shift: true })
  await expect.element(button('Row 30')).toHaveFocus()
  const head = region.querySelector('thead')!.getBoundingClientRect()
  await expect.poll(() => button('Row 30').element().getBoundingClientRect().top).toBeGreaterThanOrEqual(head.bottom)
})

test('a row is drawn again for another record, another place or another chosen one, and for nothing else', async () => {
  const draws = vi.fn<(id: string) => void>()
  const counted = [
    helper.display({
      id: 'id',
      header: 'Id',
      cell: ({ row }) => {
        draws(row.original.id)
        return row.original.id
      },
    }),
  ]
  const order = {}
  const of = (rows: readonly AnyRow[], selected?: string) => (
    <div style={{ display: 'flex', blockSize: 320 }}>
      <DataTable label="Rows" rows={listOf(rows, order)} columns={counted} selected={selected} />
    </div>
  )
  const few = many.slice(0, 4)
  const screen = await render(of(few))
  const drawnFor = async (rows: readonly AnyRow[], selected?: string) => {
    draws.mockClear()
    await screen.rerender(of(rows, selected))
    return [...new Set(draws.mock.calls.flat())]
  }
  const places = () =>
    [...document.querySelectorAll('tbody tr')].map(
      (each) => `${each.textContent} ${each.getAttribute('aria-rowindex')}`,
    )
  await expect.element(screen.getByText('Row 3', { exact: true })).toBeVisible()
  expect(await drawnFor([...few])).toEqual([])
  const changed = few.with(1, rowNamed('Row 1'))
  expect(await drawnFor(changed)).toEqual(['Row 1'])
  expect(await drawnFor(changed, 'Row 2')).toEqual(['Row 2'])
  expect(await drawnFor(changed, 'Row 3')).toEqual(['Row 2', 'Row 3'])
  expect(document.querySelector('[aria-current]')?.textContent).toBe('Row 3')
  expect(await drawnFor(changed.toSpliced(2, 0, rowNamed('New')), 'Row 3')).toEqual(['New', 'Row 2', 'Row 3'])
  expect(places()).toEqual(['Row 0 2', 'Row 1 3', 'New 4', 'Row 2 5', 'Row 3 6'])
  expect(screen.getByRole('table').element().getAttribute('aria-rowcount')).toBe('6')
})

const several = [
  helper.display({ id: 'name', header: 'Name', cell: ({ row }) => row.original.id }),
  helper.display({
    id: 'amount',
    header: 'Amount',
    meta: { align: 'figure', hideBelow: 'medium' },
    cell: () => <bdi dir="ltr">$5</bdi>,
  }),
  helper.display({ id: 'day', header: 'Day', meta: { hideBelow: 'wide' }, cell: () => 'today' }),
]

const more = ['One', 'Two', 'Three', 'Four'].map((header) =>
  helper.display({ id: header, header, meta: { width: '12rem' }, cell: () => header }),
)

const wide = (inlineSize: number, rows: readonly AnyRow[] = many, selected?: string) => (
  <div style={{ display: 'flex', blockSize: 320, inlineSize }}>
    <DataTable label="Rows" rows={listOf(rows, {})} columns={several} selected={selected} />
  </div>
)
const headers = () => [...document.querySelectorAll('th')].map((each) => each.textContent)

test('a table without room leaves columns out, and each row names their values in a place of its own height', async () => {
  const screen = await render(wide(1000))
  const region = () => screen.getByRole('region', { name: 'Rows' }).element()
  const rowHeight = () => document.querySelector('tbody tr[aria-rowindex="2"]')!.getBoundingClientRect().height
  const named = () => [...document.querySelectorAll('tr[aria-rowindex="2"] dl div')].map((each) => each.textContent)
  await expect.poll(headers).toEqual(['Name', 'Amount', 'Day'])
  expect([named(), rowHeight()]).toEqual([[], 40])
  await screen.rerender(wide(800))
  await expect.poll(headers).toEqual(['Name', 'Amount'])
  expect([named(), rowHeight()]).toEqual([['Daytoday'], 88])
  await screen.rerender(wide(400))
  await expect.poll(headers).toEqual(['Name'])
  expect([named(), rowHeight()]).toEqual([['Amount$5', 'Daytoday'], 104])
  const head = region().querySelector('thead')!.getBoundingClientRect().height
  expect(Math.abs(region().scrollHeight - head - 60 * 104)).toBeLessThanOrEqual(2)
})

test.each([
  [0, 'name amount day', ''],
  [599, 'name', 'amount day'],
  [600, 'name amount', 'day'],
  [839, 'name amount', 'day'],
  [840, 'name amount day', ''],
])('in %i pixels there is room for %s, and a row names the others: %s', (width, shown, named) => {
  const ids = (of: typeof columnsFor) => of(several, width).flatMap(({ id }) => id ?? [])
  expect([ids(columnsFor).join(' '), ids(namedFor).join(' ')]).toEqual([shown, named])
  expect(isNarrow(width), 'only the first column has room').toBe(shown === 'name')
})

const figure = (width: string) =>
  columnsOf<AnyRow>().display({ id: width, header: width, cell: () => '', meta: { width } })
const words = columnsOf<AnyRow>().display({ id: 'email', header: 'Email', cell: () => '' })

test.each([
  [[], 400, '', '', 0],
  [[figure('7rem'), figure('8rem')], 400, '7fr 8fr', '40px', 48],
  [[figure('7rem'), figure('8rem'), figure('9.5rem')], 400, '9.5fr 8fr', '40px 40px', 88],
  [[words, figure('8rem'), figure('7rem')], 900, '15fr 8fr 7fr', '40px', 48],
  [[words, figure('8rem'), figure('7rem')], 600, '15fr 8fr 7fr', '56px', 64],
  [[words, figure('8rem'), figure('7rem')], 400, '15fr 8fr', '56px 40px', 104],
  [[words, figure('8rem')], 149, '15fr', '56px 40px', 104],
] as const)(
  '%o have, in %i pixels, the room of their columns, and two lines for addresses',
  (columns, width, ...layout) => {
    const [tracks, lines, height] = layout
    const plain = (each: string) => each.replaceAll(/minmax\(0, (.*?)\)/g, '$1')
    const made = layoutOfNamed(columns, width)
    expect([plain(made.tracks), made.lines, made.height]).toEqual([tracks, lines, height])
  },
)

test('a table is never narrower than its columns together; the first one has room for a name', () => {
  expect(CSS.supports('inline-size', leastWidth([...several, ...more]))).toBe(true)
  expect(leastWidth([...several.slice(0, 1), ...more.slice(0, 2)])).toBe('calc(9rem + 12rem + 12rem)')
})

test('a first cell knows that columns are hidden, and they return with the width', async () => {
  const Width = () => (use(NarrowTable) ? 'alone' : 'beside others')
  const columns = [helper.display({ id: 'width', header: 'Width', cell: () => <Width /> }), ...several.slice(1)]
  const at = (inlineSize: number) => (
    <div style={{ display: 'flex', blockSize: 320, inlineSize }}>
      <DataTable label="Rows" rows={listOf(many, {})} columns={columns} />
    </div>
  )
  const first = () => document.querySelector('tr[aria-rowindex="2"] td')?.firstChild?.textContent
  const screen = await render(at(400))
  await expect.poll(() => [headers(), first()]).toEqual([['Width'], 'alone'])
  await screen.rerender(at(700))
  await expect.poll(() => [headers(), first()]).toEqual([['Width', 'Amount'], 'beside others'])
  await screen.rerender(at(1000))
  await expect.poll(headers).toEqual(['Width', 'Amount', 'Day'])
  expect(document.querySelectorAll('tbody dl')).toHaveLength(0)
  expect([...document.querySelectorAll('tr[aria-rowindex="2"] td')].map((each) => each.textContent)).toEqual([
    'beside others',
    '$5',
    'today',
  ])
})

test('rows have one height, however long their names, of which wide rows show two lines and larger buttons', async () => {
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
  const dense = (density: 'COMPACT' | 'COMFORTABLE') => (
    <ChosenDensity value={density}>
      <div style={{ display: 'flex', blockSize: 320, inlineSize: 500 }}>
        <DataTable label="Rows" rows={listOf(many, {})} columns={long} />
      </div>
    </ChosenDensity>
  )
  const heights = () =>
    ['tbody tr[aria-rowindex]', 'tbody button'].map((of) => document.querySelector<HTMLElement>(of)?.offsetHeight)
  const ofName = () => document.querySelector('tbody bdi')!.getBoundingClientRect().height
  const screen = await render(dense('COMPACT'))
  await expect.poll(heights).toEqual([40, 32])
  const oneLine = ofName()
  await screen.rerender(dense('COMFORTABLE'))
  await expect.poll(heights).toEqual([56, 44])
  expect(Math.round(ofName() / oneLine)).toBe(2)
})

test('row height follows the person’s choice, and a wide table scrolls sideways', async () => {
  const screen = await render(<ChosenDensity value="COMFORTABLE">{wide(1000)}</ChosenDensity>)
  await expect.poll(() => document.querySelector('tbody tr')?.getBoundingClientRect().height).toBe(56)
  await screen.rerender(
    <div style={{ display: 'flex', blockSize: 320, inlineSize: 900 }}>
      <DataTable label="Rows" rows={listOf(many, {})} columns={[...several, ...more]} />
    </div>,
  )
  const region = screen.getByRole('region', { name: 'Rows' }).element()
  await expect.poll(() => headers().length).toBe(7)
  expect(region.scrollWidth).toBeGreaterThan(region.clientWidth)
  expect(Math.min(...[...document.querySelectorAll('th')].map((each) => each.offsetWidth))).toBeGreaterThan(120)
})

const press = (header: string) =>
  helper.display({
    id: header,
    header,
    meta: { width: '8rem', ...(header === 'Actions' && { stays: true }) },
    cell: () => <button type="button">{header}</button>,
  })
const acting = (inlineSize: number) => (
  <div style={{ display: 'flex', blockSize: 320, inlineSize }}>
    <DataTable
      label="Rows"
      rows={listOf(many, {})}
      columns={[...several, ...more, press('Last'), press('Actions')]}
      selected="Row 1"
    />
  </div>
)

test.each(['ltr', 'rtl'])(
  'where columns have no room the others go beneath the last one, which stays: %s',
  async (dir) => {
    onTestFinished(() => {
      document.documentElement.dir = 'ltr'
      document.documentElement.removeAttribute('style')
    })
    document.documentElement.dir = dir
    const tones = { surface: 'white', head: 'beige', hover: 'ivory', border: 'gray' }
    for (const [name, tone] of Object.entries(tones)) document.documentElement.style.setProperty(`--hf-${name}`, tone)
    await page.viewport(1280, 800)
    const screen = await render(acting(900))
    const region = screen.getByRole('region', { name: 'Rows' }).element() as HTMLElement
    const ends = () => [...region.querySelectorAll<HTMLElement>('[data-stays]')]
    const inRow = (name: string) => screen.getByRole('button', { name, exact: true }).first().element() as HTMLElement
    const look = (name: 'boxShadow' | 'position') => [...new Set(ends().map((each) => getComputedStyle(each)[name]))]
    const isAtTheEdge = (cell: HTMLElement): boolean => {
      const [box, left] = [cell.getBoundingClientRect(), region.getBoundingClientRect().left + region.clientLeft]
      return Math.abs(dir === 'rtl' ? box.left - left : box.right - left - region.clientWidth) <= 1
    }
    await expect.poll(() => look('position')).toEqual(['sticky'])
    expect(ends().length).toBeGreaterThan(5)
    expect(ends().every(isAtTheEdge)).toBe(true)
    expect(look('boxShadow')).not.toContain('none')

    const button = inRow('Actions').getBoundingClientRect()
    expect(document.elementFromPoint(button.x + button.width / 2, button.y + button.height / 2)).toBe(inRow('Actions'))
    await userEvent.hover(inRow('Actions'))
    const grounds = ends().map((each) => getComputedStyle(each).backgroundColor)
    const rows = ends().map((each) => getComputedStyle(each.closest('tbody tr') ?? each).backgroundColor)
    expect([new Set(grounds).size > 1, grounds.includes('rgba(0, 0, 0, 0)'), grounds]).toEqual([true, false, rows])

    inRow('Last').focus()
    const [last, end] = [inRow('Last'), inRow('Actions').closest('td')!].map((each) => each.getBoundingClientRect())
    expect(dir === 'rtl' ? last!.left >= end!.right : last!.right <= end!.left).toBe(true)
    region.scrollLeft = dir === 'rtl' ? -region.scrollWidth : region.scrollWidth
    await expect.poll(() => look('boxShadow')).toEqual(['none'])
    await screen.rerender(acting(1600))
    await expect.poll(() => look('position')).toEqual(['static'])
  },
)

test('the scroll bar stands for all rows, each row has its index, and the chosen one is current', async () => {
  const screen = await render(wide(1000, many, 'Row 3'))
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

test('a long list is reached and scrolled with the keyboard, and its head stays in sight', async () => {
  const screen = await render(wide(1000))
  const region = screen.getByRole('region', { name: 'Rows' }).element() as HTMLElement
  await expect.element(screen.getByText('Row 0', { exact: true })).toBeVisible()
  await userEvent.tab()
  expect(document.activeElement).toBe(region)
  await userEvent.keyboard('{End}')
  await expect.element(screen.getByText('Row 59', { exact: true })).toBeVisible()
  const top = region.getBoundingClientRect().top
  expect(Math.abs(region.querySelector('th')!.getBoundingClientRect().top - top)).toBeLessThanOrEqual(2)
})

test('figures stand at the right of their column, in whichever direction the page is read', async () => {
  onTestFinished(() => {
    document.documentElement.dir = 'ltr'
  })
  const screen = await render(wide(1000))
  const sides = () => {
    const cell = document.querySelector('td[data-align=figure]')
    const [box, text] = [cell?.getBoundingClientRect(), cell?.querySelector('bdi')?.getBoundingClientRect()]
    return box && text && (text.left - box.left > box.right - text.right ? 'right' : 'left')
  }
  await expect.poll(sides).toBe('right')
  document.documentElement.dir = 'rtl'
  await screen.rerender(wide(1000))
  await expect.poll(sides).toBe('right')
})

test('a list that becomes shorter than where somebody has scrolled shows its last rows, and an empty one none', async () => {
  const screen = await render(wide(1000))
  const region = screen.getByRole('region', { name: 'Rows' }).element()
  const count = () => screen.getByRole('table').element().getAttribute('aria-rowcount')
  await expect.element(screen.getByText('Row 0', { exact: true })).toBeVisible()
  region.scrollTop = region.scrollHeight
  await expect.element(screen.getByText('Row 59', { exact: true })).toBeVisible()
  await screen.rerender(wide(1000, many.slice(0, 5)))
  for (const name of ['Row 0', 'Row 4']) await expect.element(screen.getByText(name, { exact: true })).toBeVisible()
  expect([count(), region.scrollTop]).toEqual(['6', 0])
  await screen.rerender(wide(1000, []))
  await expect.poll(() => document.querySelectorAll('tbody tr').length).toBe(0)
  expect(count()).toBe('1')
})

test('a row does not repeat a hidden column that it shows elsewhere', async () => {
  const silent = helper.display({
    id: 'mark',
    header: 'Mark',
    meta: { hideBelow: 'medium', isUnnamed: true },
    cell: () => 'marked',
  })
  await render(
    <div style={{ display: 'flex', blockSize: 320, inlineSize: 400 }}>
      <DataTable label="Rows" rows={listOf(many, {})} columns={[...several, silent]} />
    </div>,
  )
  const named = () => [...document.querySelectorAll('tr[aria-rowindex="2"] dt')].map((each) => each.textContent)
  await expect.poll(named).toEqual(['Amount', 'Day'])
  expect(headers()).toEqual(['Name'])
})
