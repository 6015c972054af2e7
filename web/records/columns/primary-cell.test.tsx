import { IconUserShare } from '@tabler/icons-react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { draw } from '#web/test/draw.tsx'
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
  const { container } = await draw(
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

test('the name is a button called by the name alone, which says what a press does, and a press opens', async () => {
  const onOpen = vi.fn<() => void>()
  await setup({ onOpen, opens: 'View Details', about: 'Safi' })
  await expect.element(opener).toHaveAccessibleName('Quay')
  await expect.element(opener).toHaveAttribute('data-hint', 'View Details')
  await opener.click()
  expect(onOpen).toHaveBeenCalledOnce()
})

test('a press anywhere in the row opens it', async () => {
  const onOpen = vi.fn<() => void>()
  await setup({ onOpen, about: 'Safi' })
  await page.getByTestId('row').click({ position: { x: 290, y: 60 } })
  expect(onOpen).toHaveBeenCalledOnce()
})

test('where nothing can be opened, the name is not a button', async () => {
  await setup({ about: 'Safi' })
  await expect.element(page.getByText('Quay')).toBeVisible()
  expect(opener.elements()).toEqual([])
})

test('an unsent change has a badge with text, or only an icon beside other text on a narrow screen', async () => {
  const wide = await setup({ about: 'Safi' })
  expect(badge()).toBeNull()
  await wide.change()
  await expect.poll(badgeText).toBe('Waiting to be sent')
  await wide.store.decided()
  await expect.poll(badge).toBeNull()
})

test.each([
  ['beside other words the icon alone', { about: 'Safi' }, undefined],
  ['words where there is room for them', {}, 'Waiting to be sent'],
])('on a narrow screen a badge is %s, and its text is read out', async (_, lines, words) => {
  const { change } = await setup(lines, { isNarrow: true })
  await change()
  await expect.poll(() => badge()?.querySelector('svg')?.getAttribute('aria-label')).toBe('Waiting to be sent')
  expect(badgeText()).toBe(words)
})

test('a long name is cut in one line and leaves room for the badge', async () => {
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

test('a long badge is cut where the name needs the room, and the name is whole', async () => {
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
  // The width is fractionally too small, so the name is cut.
  const missing = range.getBoundingClientRect().width - name.getBoundingClientRect().width
  expect(missing).toBeLessThanOrEqual(0.01)
  expect(getComputedStyle(container.querySelector('[data-tone] bdi')!).display).toBe('inline')
  const badge = container.querySelector('[data-tone]')!
  expect(badge.scrollWidth).toBeGreaterThan(badge.clientWidth)
  expect(badge.getBoundingClientRect().right).toBeLessThanOrEqual(
    page.getByTestId('row').element().getBoundingClientRect().right,
  )
})

test.each([
  ['stands for its words where the name needs the room', 300, true],
  ['is not drawn where there is room for the words', 500, false],
])('the picture of a badge %s', async (_, width, isPicture) => {
  const badge = (
    <Badge icon={IconUserShare}>
      Referral: <Name>Harbour Introductions</Name>
    </Badge>
  )
  await setup({ badge, onOpen: () => {} }, { name: 'Atlantic Pension Fund of Fes' })
  page.getByTestId('row').element().closest<HTMLElement>('[style]')!.style.inlineSize = `${width}px`
  const picture = page.getByTestId('row').element().querySelector('[data-tone] svg')!
  await expect.poll(() => picture.checkVisibility()).toBe(isPicture)
  const name = opener.element().querySelector('bdi')!
  expect(name.scrollWidth).toBeLessThanOrEqual(name.clientWidth)
  await expect.element(page.getByText('Referral: Harbour Introductions')).toBeInTheDocument()
})

test('figures without room are cut at their own end in a page of the other direction', async () => {
  onTestFinished(() => document.documentElement.removeAttribute('dir'))
  const words = '1 USD = 40.9722 TRY, which is the rate that the bank gave for that day'
  await setup({ about: <bdi dir="ltr">{words}</bdi> })
  document.documentElement.dir = 'rtl'
  const start = document.createRange()
  start.setStart(page.getByText(words).element().firstChild!, 0)
  start.setEnd(page.getByText(words).element().firstChild!, 1)
  const row = page.getByTestId('row').element().getBoundingClientRect()
  expect(start.getBoundingClientRect().left).toBeGreaterThanOrEqual(row.left)
})

test('in every language the words of a badge are never cut, but the name beside them', async () => {
  const store = await openTestStore()
  await draw(store, null)
  store.server.forbids = () => true
  const name = 'Lisbon Riverside Residences and Harbour Offices'
  const row = store.put('projects', { name, type: 'COMMERCIAL' })
  await store.caughtUp()
  for (const state of ['waiting', 'attention']) {
    if (state === 'waiting') await store.update('projects', row, { location: 'Fes' })
    else await store.decided()
    await inEachLanguage(async () => {
      for (const inlineSize of [160, 300, 420]) {
        const { unmount, container } = await draw(
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
        const [cell, words] = [container.querySelector('td')!, badge.querySelector<HTMLElement>('span')!]
        const [inner, outer] = [badge.getBoundingClientRect(), cell.getBoundingClientRect()]
        const isWhole = inner.left >= outer.left - 0.5 && inner.right <= outer.right + 0.5
        const isWord = getComputedStyle(words).clipPath === 'none'
        expect([state, inlineSize, isWhole, isWord]).toEqual([state, inlineSize, true, inlineSize > 224])
        await unmount()
      }
    })
  }
})
