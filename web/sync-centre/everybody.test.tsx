import axe from 'axe-core'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { changingDeletedRecord, conflicting, deletingWhatHasChanged } from '#web/test/conflicts.ts'
import { render } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { useTheme } from '#web/themes/use-theme.ts'
import { SyncPill } from './sync-pill.tsx'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const centre = page.getByRole('dialog', { name: 'Sync center' })
const [low, high] = ['9999999999999.99', '8888888888888.88'] as const

async function everyCard() {
  const store = await openTestStore()
  const [quay, mole, pier, jetty] = ['Quay', 'Mole', 'Pier', 'Jetty'].map((name) =>
    store.put('projects', { name, type: 'COMMERCIAL', currency: 'AED' }),
  )
  await conflicting(store, quay!, {
    location: ['Safi', '\u0645\u0643\u062a\u0628 500', 'Rabat'],
    targetAmount: ['1.00', low, high],
  })
  await changingDeletedRecord(store, mole!, { targetAmount: high }, { targetAmount: low })
  await deletingWhatHasChanged(store, pier!, { location: 'Safi' }, { location: 'Rabat' })
  await store.create('projects', { name: 'refuse me', type: 'COMMERCIAL', targetAmount: low })
  await store.decided()
  for (const [before, after] of [
    [high, low],
    [low, high],
  ] as const)
    await store.update('projects', { ...jetty!, targetAmount: before }, { targetAmount: after })
  store.setStatus({ resent: 13, recovering: true })
  return store
}

async function open() {
  await render(await everyCard(), <SyncPill />)
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
    await Promise.all(document.getAnimations().map(({ finished }) => finished))
    const { violations } = await axe.run(document, { runOnly: standards })
    expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual([])
  })
}

test('at no width and in no direction does the longest amount break or leave the screen', async () => {
  onTestFinished(() => {
    document.documentElement.dir = 'ltr'
  })
  await open()
  for (const [width, direction] of [
    [360, 'ltr'],
    [320, 'ltr'],
    [320, 'rtl'],
    [768, 'ltr'],
  ] as const) {
    document.documentElement.dir = direction
    await page.viewport(width, 740)
    const amounts = [...centre.element().querySelectorAll('bdi')].filter((each) => /\d,\d{3}/.test(each.textContent))
    expect(amounts.length).toBeGreaterThanOrEqual(10)
    for (const amount of amounts) {
      expect(amount.getClientRects().length).toBe(1)
      expect(amount.textContent).toMatch(/\.\d\d$/)
      if (width > 500 && amount.closest('table')) continue
      const { left, right } = amount.getBoundingClientRect()
      expect(left).toBeGreaterThanOrEqual(0)
      expect(right).toBeLessThanOrEqual(width)
    }
  }
})

test('text keeps its own direction in every part of a card', async () => {
  await open()
  const arabic = [...centre.element().querySelectorAll('bdi')].filter((each) => each.textContent.endsWith('500'))
  expect(arabic.map((each) => getComputedStyle(each).unicodeBidi)).toEqual(['plaintext', 'plaintext'])
})
