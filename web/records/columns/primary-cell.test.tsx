import { IconUserShare } from '@tabler/icons-react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '#web/test/render.tsx'
import { inEachLanguage } from '#web/test/in-each-language.ts'
import { openTestStore } from '#web/test/test-store.ts'
import { Name } from '#web/ui/format/name.tsx'
import { Badge } from '#web/ui/page/badge.tsx'
import { NarrowTable } from '#web/ui/table/narrow-table.ts'
import { PrimaryCell } from './primary-cell.tsx'

type CellProps = Partial<Parameters<typeof PrimaryCell>[0]>
const opener = page.getByRole('button')
const badge = () => document.querySelector('[data-badge]')
const badgeText = () => badge()?.querySelector('span')?.textContent

async function setup(props: CellProps = {}, { isNarrow = false, name = 'Quay' } = {}) {
  const store = await openTestStore()
  const row = store.put('projects', { name, type: 'COMMERCIAL' })
  const { container } = await render(
    store,
    <NarrowTable value={isNarrow}>
      <div style={{ position: 'relative', inlineSize: 300, blockSize: 64 }} data-testid="row">
        <PrimaryCell entity="projects" id={row.id} title={<Name>{name}</Name>} {...props} />
      </div>
    </NarrowTable>,
  )
  const change = () => store.update('projects', row, { location: 'Fes' })
  return { store, change, container }
}

test('the name is a button whose accessible name is the name, with a hint, and a click opens the record', async () => {
  const onOpen = vi.fn<() => void>()
  await setup({ onOpen, opens: 'View details', about: 'Safi' })
  await expect.element(opener).toHaveAccessibleName('Quay')
  await expect.element(opener).toHaveAttribute('data-hint', 'View details')
  await opener.click()
  expect(onOpen).toHaveBeenCalledOnce()
})

test('a click anywhere in the row opens it', async () => {
  const onOpen = vi.fn<() => void>()
  await setup({ onOpen, about: 'Safi' })
  await page.getByTestId('row').click({ position: { x: 290, y: 60 } })
  expect(onOpen).toHaveBeenCalledOnce()
})

test('without details the name is not a button', async () => {
  await setup({ about: 'Safi' })
  await expect.element(page.getByText('Quay')).toBeVisible()
  expect(opener.elements()).toEqual([])
})

test('an unsent change has a badge with text, or only an icon beside other text on a narrow screen', async () => {
  const wideCell = await setup({ about: 'Safi' })
  expect(badge()).toBeNull()
  await wideCell.change()
  await expect.poll(badgeText).toBe('Unsent changes')
  await wideCell.store.decided()
  await expect.poll(badge).toBeNull()
})

test.each([
  ['only an icon beside other text', { about: 'Safi' }, undefined],
  ['text where there is room', {}, 'Unsent changes'],
])('on a narrow screen a badge is %s, and its text is read out', async (_, lines, text) => {
  const { change } = await setup(lines, { isNarrow: true })
  await change()
  await expect.poll(() => badge()?.querySelector('svg')?.getAttribute('aria-label')).toBe('Unsent changes')
  expect(badgeText()).toBe(text)
})

test('a long name is truncated to one line and leaves room for the badge', async () => {
  const { container } = await setup(
    { badge: <b style={{ flex: 'none', inlineSize: 40 }}>New</b>, onOpen: () => {} },
    { name: 'Harbour of the Southern Merchants and Their Descendants' },
  )
  const { right } = container.querySelector('b')!.getBoundingClientRect()
  const row = page.getByTestId('row').element().getBoundingClientRect()
  expect(right).toBeLessThanOrEqual(row.right)
  expect(opener.element().getBoundingClientRect().height).toBeLessThan(30)
  const name = opener.element().querySelector('bdi')!
  expect([name.scrollWidth > name.clientWidth, getComputedStyle(name).textOverflow]).toEqual([true, 'ellipsis'])
})

test('a long badge is truncated where the name needs the room', async () => {
  const { container } = await setup(
    {
      badge: (
        <Badge>
          Referral: <Name>Harbour Introductions</Name>
        </Badge>
      ),
      onOpen: () => {},
    },
    { name: 'Atlantic Pension Fund' },
  )
  const name = opener.element().querySelector('bdi')!
  const range = document.createRange()
  range.selectNodeContents(name)
  // The width is fractionally too small, so the name is truncated.
  const missingWidth = range.getBoundingClientRect().width - name.getBoundingClientRect().width
  expect(missingWidth).toBeLessThanOrEqual(0.01)
  expect(getComputedStyle(container.querySelector('[data-tone] bdi')!).display).toBe('inline')
  const badge = container.querySelector('[data-tone]')!
  expect(badge.scrollWidth).toBeGreaterThan(badge.clientWidth)
  expect(badge.getBoundingClientRect().right).toBeLessThanOrEqual(
    page.getByTestId('row').element().getBoundingClientRect().right,
  )
})

test.each([
  ['replaces its text where the name needs the room', 300, true],
  ['is hidden where there is room for the text', 500, false],
])('the icon of a badge %s', async (_, width, showsIcon) => {
  const badge = (
    <Badge icon={IconUserShare}>
      Referral: <Name>Harbour Introductions</Name>
    </Badge>
  )
  await setup({ badge, onOpen: () => {} }, { name: 'Atlantic Pension Fund of Fes' })
  page.getByTestId('row').element().closest<HTMLElement>('[style]')!.style.inlineSize = `${width}px`
  const icon = page.getByTestId('row').element().querySelector('[data-tone] svg')!
  await expect.poll(() => icon.checkVisibility()).toBe(showsIcon)
  const name = opener.element().querySelector('bdi')!
  expect(name.scrollWidth).toBeLessThanOrEqual(name.clientWidth)
  await expect.element(page.getByText('Referral: Harbour Introductions')).toBeInTheDocument()
})

test('figures without room are truncated at their own end in a right-to-left page', async () => {
  onTestFinished(() => document.documentElement.removeAttribute('dir'))
  const text = '1 USD = 40.9722 TRY, which is the rate that the bank gave for that day'
  await setup({ about: <bdi dir="ltr">{text}</bdi> })
  document.documentElement.dir = 'rtl'
  const start = document.createRange()
  start.setStart(page.getByText(text).element().firstChild!, 0)
  start.setEnd(page.getByText(text).element().firstChild!, 1)
  const row = page.getByTestId('row').element().getBoundingClientRect()
  expect(start.getBoundingClientRect().left).toBeGreaterThanOrEqual(row.left)
})

test('in every language the words of a badge are never cut, but the name beside them', async () => {
  const store = await openTestStore()
  await render(store, null)
  store.server.forbids = () => true
  const name = 'Lisbon Riverside Residences and Harbour Offices'
  const row = store.put('projects', { name, type: 'COMMERCIAL' })
  await store.caughtUp()
  for (const state of ['waiting', 'attention']) {
    if (state === 'waiting') await store.update('projects', row, { location: 'Fes' })
    else await store.decided()
    await inEachLanguage(async () => {
      for (const inlineSize of [160, 300, 420]) {
        const { unmount, container } = await render(
          store,
          <table data-density="COMPACT">
            <tbody>
              <tr>
                <td style={{ display: 'block', inlineSize, overflow: 'hidden' }}>
                  <PrimaryCell entity="projects" id={row.id} title={<Name>{name}</Name>} about="Lisbon, Portugal" />
                </td>
              </tr>
            </tbody>
          </table>,
        )
        const badge = container.querySelector<HTMLElement>(`[data-badge='${state}']`)!
        const [cell, text] = [container.querySelector('td')!, badge.querySelector<HTMLElement>('span')!]
        const [inner, outer] = [badge.getBoundingClientRect(), cell.getBoundingClientRect()]
        const isFullyVisible = inner.left >= outer.left - 0.5 && inner.right <= outer.right + 0.5
        const showsText = getComputedStyle(text).clipPath === 'none'
        expect([state, inlineSize, isFullyVisible, showsText]).toEqual([state, inlineSize, true, inlineSize > 224])
        await unmount()
      }
    })
  }
})
