import { IconFile } from '@tabler/icons-react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { textsOf } from '#web/test/texts-of.ts'
import { lazy, type ReactNode, useState } from 'react'
import { Badge } from './badge.tsx'
import { Banner } from './banner.tsx'
import { CopyButton } from './copy-button.tsx'
import { Fact, Facts } from './facts.tsx'
import { IconButton, IconLink } from './icon-button.tsx'
import { Page } from './page.tsx'
import { Panel, preloadFullScreenPanel } from './panel.tsx'
import { SecretLink } from './secret-link.tsx'
import { Section } from './section.tsx'
import { Toggles } from './toggles.tsx'

function Probe() {
  const [title, setTitle] = useState('Projects')
  return (
    <Page
      title={title}
      subtitle="Of the firm"
      actions={
        <button type="button" onClick={() => setTitle('Investors')}>
          Go on
        </button>
      }
    >
      List
    </Page>
  )
}

test('the window title is that of the screen and the product and follows the screen', async () => {
  await render(await openTestStore(), <Probe />)
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Projects')
  await expect.element(page.getByText('Of the firm')).toBeVisible()
  expect(document.title).toBe('Projects · Holdfast')
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect.poll(() => document.title).toBe('Investors · Holdfast')
})

test('on a phone the title and the actions are shown but not the subtitle', async () => {
  await render(await openTestStore(), <Probe />)
  await page.viewport(360, 740)
  await expect.element(page.getByText('Of the firm')).not.toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Go on' })).toBeVisible()
})

test.each([
  [true, 'has a list that scrolls by itself'],
  [false, 'grows with its content'],
])('a screen that fills the window (%s) %s', async (fill) => {
  await render(
    await openTestStore(),
    <Page title="Projects" fill={fill}>
      <section aria-label="List" style={{ flex: '1 1 auto', minBlockSize: 0, overflow: 'auto' }}>
        <div style={{ blockSize: 2000 }}>Rows</div>
      </section>
    </Page>,
  )
  const list = page.getByRole('region', { name: 'List' }).element()
  expect([list.clientHeight < 700, list.scrollHeight]).toEqual([fill, 2000])
})

test('a typed name replaces the title in its own direction; the window keeps the title', async () => {
  const name = <bdi dir="auto">برج دبي 1</bdi>
  await render(
    await openTestStore(),
    <Page title="Tower" heading={name}>
      List
    </Page>,
  )
  const heading = page.getByRole('heading', { level: 1 })
  await expect.element(heading).toHaveTextContent('برج دبي 1')
  expect(getComputedStyle(heading.element().querySelector('bdi')!).direction).toBe('rtl')
  expect(document.title).toBe('Tower · Holdfast')
  expect(heading.element().closest('header')!.textContent).toBe('برج دبي 1')
})

test.each(['ltr', 'rtl'])('the actions of a section are at the end of its heading: %s', async (dir) => {
  onTestFinished(() => document.documentElement.removeAttribute('dir'))
  const invite = <button type="button">Invite</button>
  await render(
    await openTestStore(),
    <Section title="Access" actions={invite}>
      Nobody
    </Section>,
  )
  document.documentElement.dir = dir
  const [heading, button, section] = [
    page.getByRole('heading', { level: 2, name: 'Access' }),
    page.getByRole('button', { name: 'Invite' }),
    page.getByRole('region', { name: 'Access' }),
  ].map((each) => each.element().getBoundingClientRect())
  expect(Math.abs(heading!.top + heading!.height / 2 - button!.top - button!.height / 2)).toBeLessThan(2)
  const distances = [button!.left - heading!.left, heading!.right - button!.right]
  expect(distances[dir === 'ltr' ? 0 : 1]).toBeGreaterThan(600)
  expect(dir === 'ltr' ? section!.right - button!.right : button!.left - section!.left).toBeLessThan(40)
})

test.each([
  [900, 'side by side', 2],
  [260, 'one below the other', 3],
])('in %i pixels facts are %s, and a long one has a row of its own', async (inlineSize, _, lines) => {
  await render(
    await openTestStore(),
    <div style={{ inlineSize }}>
      <Facts>
        <Fact name="Lease">30 days</Fact>
        <Fact name="Owner">Omar</Fact>
        <Fact name="Notes" wide>
          Few words
        </Fact>
      </Facts>
    </div>,
  )
  const boxes = ['Lease', 'Owner', 'Notes'].map((name) =>
    page.getByText(name, { exact: true }).element().parentElement!.getBoundingClientRect(),
  )
  expect(new Set(boxes.map(({ top }) => top)).size).toBe(lines)
  expect(boxes[2]!.width).toBe(inlineSize)
})

test('facts are terms with values, sections are named by headings, and banners are announced', async () => {
  await render(
    await openTestStore(),
    <>
      <Banner icon={IconFile} text="A new version is here" action={<button type="button">Reload</button>} />
      <Section title="Access">
        <Facts>
          <Fact name="Lease">30 days</Fact>
          <Fact name="Notes" wide>
            {'Two\nlines'}
          </Fact>
        </Facts>
      </Section>
    </>,
  )
  const section = page.getByRole('region', { name: 'Access' })
  await expect.element(section.getByRole('heading', { level: 2, name: 'Access' })).toBeVisible()
  const texts = (role: 'term' | 'definition') => textsOf(section.getByRole(role))
  expect([texts('term'), texts('definition')]).toEqual([
    ['Lease', 'Notes'],
    ['30 days', 'Two\nlines'],
  ])
  const notes = section.getByRole('definition').nth(1).element().getBoundingClientRect()
  expect(notes.height).toBeGreaterThan(section.getByRole('definition').nth(0).element().getBoundingClientRect().height)
  const banner = page.getByRole('status').filter({ hasText: 'A new version is here' })
  await expect.element(banner.getByRole('button', { name: 'Reload' })).toBeVisible()
})

test('an icon button has a name and a hint, does not submit forms and is large enough for a finger', async () => {
  const [onSubmit, pressedOptions] = [vi.fn<() => void>(), vi.fn<() => void>()]
  await render(
    await openTestStore(),
    <form onSubmit={onSubmit}>
      <IconButton label="Delete Quay" icon={IconFile} className="menu" onClick={pressedOptions} />
      <IconLink label="Open the deed" icon={IconFile} href="https://example.com/deed" opensNewTab />
      <IconLink label="Open the project" icon={IconFile} href="/projects" />
    </form>,
  )
  const button = page.getByRole('button', { name: 'Delete Quay' })
  await button.click()
  expect([pressedOptions.mock.calls.length, onSubmit.mock.calls.length]).toEqual([1, 0])
  expect([button.element().getAttribute('data-hint'), button.element().className]).toEqual([
    'Delete Quay',
    expect.stringMatching(/\S+ menu$/),
  ])
  const links = ['Open the deed', 'Open the project'].map((name) => page.getByRole('link', { name }).element())
  for (const each of [button.element(), ...links]) {
    const { width, height } = each.getBoundingClientRect()
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  }
  expect(links.map((each) => [each.getAttribute('target'), each.getAttribute('rel')])).toEqual([
    ['_blank', 'noopener noreferrer'],
    [null, null],
  ])
})

test('a one-time link can be copied or selected as a whole, and a failed copy is reported', async () => {
  const done = vi.fn<() => void>()
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('Not allowed'))
  onTestFinished(() => {
    write.mockRestore()
    document.documentElement.dir = 'ltr'
  })
  write.mockResolvedValueOnce()
  const link = 'https://holdfast.test/api/auth/reset?token=t'
  await render(
    await openTestStore(),
    <SecretLink link={link} onDone={done}>
      Give it to Omar.
    </SecretLink>,
  )
  await expect.element(page.getByText('Give it to Omar.')).toBeVisible()
  const copy = page.getByRole('button', { name: 'Copy link' })
  await copy.click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(copy).toBeVisible()
  await copy.click()
  await expect.element(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(write.mock.calls).toEqual([[link], [link]])
  const field = page.getByRole('textbox', { name: 'Link' })
  await field.click()
  const { selectionStart, selectionEnd, readOnly } = field.element() as HTMLInputElement
  expect([selectionStart, selectionEnd, readOnly]).toEqual([0, link.length, true])
  document.documentElement.dir = 'rtl'
  expect(getComputedStyle(field.element()).direction).toBe('ltr')
  await page.getByText('Close', { exact: true }).click()
  expect(done).toHaveBeenCalledOnce()
})

test('a new text is not shown as copied', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  onTestFinished(() => write.mockRestore())
  function Code() {
    const [text, setText] = useState('one')
    return (
      <>
        <CopyButton text={text} label="Copy the code" />
        <button type="button" onClick={() => setText('two')}>
          Another code
        </button>
      </>
    )
  }
  await render(await openTestStore(), <Code />)
  const copy = page.getByRole('button', { name: 'Copy the code' })
  await copy.click()
  await expect.element(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  await page.getByRole('button', { name: 'Another code' }).click()
  await copy.click()
  expect(write.mock.calls).toEqual([['one'], ['two']])
})

test('of a group of toggles at most one is pressed, and a press selects', async () => {
  const periods = [
    { id: 'month', label: 'Month' },
    { id: 'year', label: 'Year' },
  ] as const
  function Choice() {
    const [period, setPeriod] = useState<'month' | 'year' | null>(null)
    return <Toggles label="Period" options={periods} value={period} onChange={setPeriod} />
  }
  await render(await openTestStore(), <Choice />)
  const group = page.getByRole('group', { name: 'Period' })
  const pressedOptions = () =>
    group
      .getByRole('button')
      .elements()
      .map((each) => `${each.textContent} ${each.getAttribute('aria-pressed')}`)
  expect(pressedOptions()).toEqual(['Month false', 'Year false'])
  await group.getByRole('button', { name: 'Year' }).click()
  await expect.poll(pressedOptions).toEqual(['Month false', 'Year true'])
})

test('the tones of badges look different', async () => {
  const tones = ['neutral', 'good', 'info', 'warn', 'danger', 'brand'] as const
  await render(
    await openTestStore(),
    tones.map((tone) => (
      <Badge key={tone} tone={tone}>
        {tone}
      </Badge>
    )),
  )
  const appearances = tones.map((tone) => {
    const { backgroundColor, color } = getComputedStyle(page.getByText(tone, { exact: true }).element())
    return `${backgroundColor} ${color}`
  })
  expect(new Set(appearances).size).toBe(tones.length)
})

test('a narrow badge wraps, and shows two lines in a list, whose rows have one height', async () => {
  const badge = (
    <div style={{ inlineSize: 90 }}>
      <Badge>Approved by the committee with several conditions</Badge>
    </div>
  )
  const badgeInTable = (
    <table data-density="COMPACT">
      <tbody>
        <tr>
          <td>{badge}</td>
        </tr>
      </tbody>
    </table>
  )
  await render(
    await openTestStore(),
    <>
      {badge}
      {badgeInTable}
    </>,
  )
  const badges = page.getByText(/^Approved/).elements()
  const lines = badges.map((each) =>
    Math.floor(each.clientHeight / Number.parseFloat(getComputedStyle(each).lineHeight)),
  )
  expect(lines[0]).toBeGreaterThan(2)
  expect(lines[1]).toBe(2)
  for (const each of badges) expect((each as HTMLElement).offsetWidth).toBeLessThanOrEqual(90)
})

function WithPanel({ children }: { readonly children?: ReactNode }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const [openings, setOpenings] = useState(0)
  const [note, setNote] = useState('')
  const choose = (name: string) => {
    setChosen(name)
    setOpenings((before) => before + 1)
  }
  return (
    <>
      {['Quay', 'Pier'].map((name) => (
        <button key={name} type="button" onClick={() => choose(name)}>
          Open {name}
        </button>
      ))}
      <Panel
        opened={chosen !== null}
        title={chosen ?? ''}
        onClose={() => setChosen(null)}
        controls={<button type="button">Edit</button>}
        opener={() => null}
        openings={openings}
      >
        <input aria-label="Note" value={note} onChange={({ currentTarget }) => setNote(currentTarget.value)} />
        {children}
      </Panel>
    </>
  )
}
const opener = (name: string) => page.getByRole('button', { name: `Open ${name}` })
const panel = (name: string) => page.getByRole('dialog', { name })

test('a side panel has a title, takes the focus on each press, keeps the list usable and closes on Escape', async () => {
  await render(await openTestStore(), <WithPanel />)
  await opener('Quay').click()
  await expect.element(panel('Quay').getByRole('heading', { name: 'Quay' })).toHaveFocus()
  await opener('Quay').click()
  await expect.element(panel('Quay').getByRole('heading', { name: 'Quay' })).toHaveFocus()
  await opener('Pier').click()
  await expect.element(panel('Pier').getByRole('heading', { name: 'Pier' })).toHaveFocus()
  await userEvent.tab()
  await expect.element(panel('Pier').getByRole('button', { name: 'Edit' })).toHaveFocus()
  expect(panel('Pier').element().matches(':modal')).toBe(false)
  await userEvent.keyboard('{Escape}')
  await expect.element(panel('Pier')).not.toBeInTheDocument()
})

test('on a portrait tablet the panel fills the screen and has a Back button; rotating keeps it open', async () => {
  await preloadFullScreenPanel()
  await render(await openTestStore(), <WithPanel />)
  await page.viewport(800, 1180)
  await opener('Quay').click()
  await expect.element(panel('Quay').getByText('Quay', { exact: true })).toHaveFocus()
  const { width, height } = panel('Quay').element().getBoundingClientRect()
  expect([width, height]).toEqual([800, 1180])
  await panel('Quay').getByRole('button', { name: 'Back' }).click()
  await expect.element(panel('Quay')).not.toBeInTheDocument()
  await opener('Pier').click()
  await expect.element(panel('Pier').getByRole('button', { name: 'Back' })).toBeVisible()
  await page.viewport(1180, 800)
  await expect.element(panel('Pier').getByRole('button', { name: 'Close' })).toBeVisible()
  await expect.element(opener('Quay')).toBeVisible()
})

test('in a full-screen panel the title and the Back button stay visible while scrolling, and Escape closes it', async () => {
  await preloadFullScreenPanel()
  await render(
    await openTestStore(),
    <WithPanel>
      <div style={{ blockSize: 3000 }} />
      <button type="button">Last of all</button>
    </WithPanel>,
  )
  await page.viewport(800, 1180)
  await opener('Quay').click()
  const last = panel('Quay').getByRole('button', { name: 'Last of all' })
  await expect.element(last).toBeInTheDocument()
  ;(last.element() as HTMLElement).focus()
  await expect.poll(() => last.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(1180)
  const back = panel('Quay').getByRole('button', { name: 'Back' }).element()
  const { left, top, width, height } = back.getBoundingClientRect()
  expect(back.contains(document.elementFromPoint(left + width / 2, top + height / 2))).toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.element(panel('Quay')).not.toBeInTheDocument()
})

test.each([
  ['beside a list', 1280, 800, 'Close'],
  ['over the whole screen', 800, 1180, 'Back'],
])(
  '%s a panel whose content is loading has its title, a loading text and can be closed',
  async (_, width, height, closeButton) => {
    await preloadFullScreenPanel()
    const Late = lazy(() => new Promise<never>(() => {}))
    await render(
      await openTestStore(),
      <WithPanel>
        <Late />
      </WithPanel>,
    )
    await page.viewport(width, height)
    await opener('Quay').click()
    await expect.element(panel('Quay').getByRole('status')).toHaveTextContent('Loading...')
    await expect.element(panel('Quay').getByText('Quay', { exact: true })).toBeVisible()
    await panel('Quay').getByRole('button', { name: closeButton, exact: true }).click()
    await expect.element(panel('Quay')).not.toBeInTheDocument()
  },
)
