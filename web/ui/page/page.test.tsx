import { IconFile } from '@tabler/icons-react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { draw } from '#web/test/draw.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { useState } from 'react'
import { Banner } from './banner.tsx'
import { Fact, Facts } from './facts.tsx'
import { IconButton, IconLink } from './icon-button.tsx'
import { Page } from './page.tsx'
import { SecretLink } from './secret-link.tsx'
import { Section } from './section.tsx'

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

test('the window is named after the screen and the product, and follows the screen', async () => {
  await draw(await openTestStore(), <Probe />)
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Projects')
  await expect.element(page.getByText('Of the firm')).toBeVisible()
  expect(document.title).toBe('Projects · Holdfast')
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect.poll(() => document.title).toBe('Investors · Holdfast')
})

test('on a phone the title and what can be done stay, and the subtitle makes room', async () => {
  await draw(await openTestStore(), <Probe />)
  await page.viewport(360, 740)
  await expect.element(page.getByText('Of the firm')).not.toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Go on' })).toBeVisible()
})

test('facts are terms with their values, sections are named by their headings, and a banner is told', async () => {
  await draw(
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
  const texts = (role: 'term' | 'definition') =>
    section
      .getByRole(role)
      .elements()
      .map((each) => each.textContent)
  expect([texts('term'), texts('definition')]).toEqual([
    ['Lease', 'Notes'],
    ['30 days', 'Two\nlines'],
  ])
  const notes = section.getByRole('definition').nth(1).element().getBoundingClientRect()
  expect(notes.height).toBeGreaterThan(section.getByRole('definition').nth(0).element().getBoundingClientRect().height)
  const banner = page.getByRole('status').filter({ hasText: 'A new version is here' })
  await expect.element(banner.getByRole('button', { name: 'Reload' })).toBeVisible()
})

test('a button of one icon is named, shows its name to the mouse, sends no form, and is large enough for a finger', async () => {
  const [sent, pressed] = [vi.fn<() => void>(), vi.fn<() => void>()]
  await draw(
    await openTestStore(),
    <form onSubmit={sent}>
      <IconButton label="Delete Quay" icon={IconFile} className="menu" onClick={pressed} />
      <IconLink label="Open the deed" icon={IconFile} href="https://example.com/deed" isElsewhere />
      <IconLink label="Open the project" icon={IconFile} href="/projects" />
    </form>,
  )
  const button = page.getByRole('button', { name: 'Delete Quay' })
  await button.click()
  expect([pressed.mock.calls.length, sent.mock.calls.length]).toEqual([1, 0])
  expect([button.element().getAttribute('data-hint'), button.element().className]).toEqual([
    'Delete Quay',
    expect.stringMatching(/\S+ menu$/),
  ])
  const links = ['Open the deed', 'Open the project'].map((name) => page.getByRole('link', { name }).element())
  for (const each of [button.element(), ...links]) {
    const { width, height } = each.getBoundingClientRect()
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  }
  // Another site learns nothing of this one, and takes no tab away.
  expect(links.map((each) => [each.getAttribute('target'), each.getAttribute('rel')])).toEqual([
    ['_blank', 'noopener noreferrer'],
    [null, null],
  ])
})

test('a link that is shown once is copied by a press or selected as a whole, and a copy that fails is told', async () => {
  const done = vi.fn<() => void>()
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('Not allowed'))
  onTestFinished(() => {
    write.mockRestore()
    document.documentElement.dir = 'ltr'
  })
  write.mockResolvedValueOnce()
  const link = 'https://holdfast.test/api/auth/reset?token=t'
  await draw(
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
