// Every kind of card of the sync centre, as everybody has to be able to read and use it.
import axe from 'axe-core'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { conflicting, conflictOf, entry, needing } from '#web/test/conflicts.ts'
import { draw } from '#web/test/draw.tsx'
import { MemoryStore } from '#web/test/memory-store.ts'
import { useTheme } from '#web/themes/use-theme.ts'
import { SyncPill } from './sync-pill.tsx'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const centre = page.getByRole('dialog', { name: 'Sync Centre' })
const [low, high] = ['9999999999999.99', '8888888888888.88'] as const

function everyCard() {
  const store = new MemoryStore()
  const idOf = (name: string) => store.put('projects', { name, type: 'COMMERCIAL', currency: 'AED' }).id
  const [quay, gone] = [idOf('Quay'), idOf('Mole')]
  conflicting(store, 'fields', quay, [
    conflictOf(quay, 'location', 'Safi', '\u0645\u0643\u062a\u0628 500', 'Rabat'),
    conflictOf(quay, 'targetAmount', '1.00', low, high),
  ])
  const move = {
    op: 'update',
    entity: 'projects',
    id: gone,
    fields: { targetAmount: low },
    base: { targetAmount: high },
  }
  needing(store, 'deleted', [move as never], { code: 'DELETED' })
  const remove = { op: 'delete', entity: 'projects', id: gone, base: { location: 'Safi' } } as const
  const changed = { ...conflictOf(gone, 'location', 'Safi', '', 'Rabat'), yours: null }
  needing(store, 'delete changed', [remove], { code: 'DELETE_CHANGED', conflicts: [changed] })
  const make = { op: 'create', entity: 'projects', id: 'new', fields: { name: 'Pier', targetAmount: low } } as const
  const errors = { name: 'Project name is required' }
  needing(store, 'refused', [make], { verdict: 'rejected', code: 'VALIDATION', errors })
  store.entries.push(entry('second', { ops: [move as never] }), entry('first', { ops: [move as never] }))
  store.setStatus({ waiting: 2, resent: 13, recovering: true })
  return store
}

async function open() {
  await draw(everyCard(), <SyncPill />)
  await page.getByRole('button', { name: /^Sync:/ }).click()
  await expect.poll(() => centre.getByRole('article').elements().length).toBe(6)
}

for (const theme of ['light', 'dark'] as const) {
  test(`everybody can use each kind of card in the ${theme} theme`, async () => {
    const before = useTheme.getState()
    useTheme.setState(theme, true)
    onTestFinished(() => useTheme.setState(before, true))
    await open()
    const choice = centre.getByRole('button', { name: /^Keep .*500/ })
    await choice.click()
    await expect.element(choice).toHaveAttribute('aria-pressed', 'true')
    // Colours are compared as they are, not while the drawer comes in.
    await Promise.all(document.getAnimations().map(({ finished }) => finished))
    const { violations } = await axe.run(document, { runOnly: standards })
    expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual([])
  })
}

test.each([
  [360, 'ltr'],
  [320, 'ltr'],
  [320, 'rtl'],
  [768, 'ltr'],
] as const)('at %i pixels, %s, the longest amount stays in one piece and on the screen', async (width, direction) => {
  document.documentElement.dir = direction
  onTestFinished(() => {
    document.documentElement.dir = 'ltr'
  })
  await open()
  await page.viewport(width, 740)
  const amounts = [...centre.element().querySelectorAll('bdi')].filter((each) => /\d,\d{3}/.test(each.textContent))
  expect(amounts.length).toBeGreaterThanOrEqual(10)
  for (const amount of amounts) {
    expect(amount.getClientRects().length).toBe(1)
    expect(amount.textContent).toMatch(/\.\d\d$/)
    // What a table is too narrow for can be scrolled to.
    if (width > 500 && amount.closest('table')) continue
    const { left, right } = amount.getBoundingClientRect()
    expect(left).toBeGreaterThanOrEqual(0)
    expect(right).toBeLessThanOrEqual(width)
  }
})

test('words of the other direction keep their own in every part of a card', async () => {
  await open()
  const arabic = [...centre.element().querySelectorAll('bdi')].filter((each) => each.textContent.endsWith('500'))
  // In the comparison and in the decision.
  expect(arabic.map((each) => getComputedStyle(each).unicodeBidi)).toEqual(['plaintext', 'plaintext'])
})
