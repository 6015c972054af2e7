// What a person sees of a list at the usual sizes, and that opening a record moves nothing in it.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '#web/test/render-app.tsx'
import { openTestStore } from '#web/test/test-store.ts'

async function setup(path: string, width: number, height: number) {
  const store = await openTestStore()
  const investor = store.put('investors', { firstName: 'Elif', lastName: 'Demir', email: 'elif@example.com' })
  for (let index = 0; index < 80; index++) {
    const name = `Quay ${String(index).padStart(2, '0')}`
    const project = store.put('projects', { name, type: 'COMMERCIAL', location: 'Safi', targetAmount: '5000000' })
    store.put('investments', { projectId: project.id, investorId: investor.id, amount: '1250000' })
    store.put('investors', { firstName: 'Investor', lastName: name, email: `investor${index}@example.com` })
    store.put('documents', { name: `Report ${name}`, type: 'REPORT', projectId: project.id, url: '/files/1' })
  }
  const { container, router } = await renderApp(store, path)
  await page.viewport(width, height)
  const frame = container.querySelector<HTMLElement>('[style*="inline-size: 1200px"]')!
  frame.style.inlineSize = '100vw'
  frame.style.blockSize = '100vh'
  await expect.element(page.getByRole('table')).toBeVisible()
  return { router }
}

const region = () => document.querySelector<HTMLElement>('main section:has(> table)')!
const rows = () => [...region().querySelectorAll<HTMLElement>('tbody tr[aria-rowindex]')]
const headings = () => [...region().querySelectorAll('thead th')].map((each) => each.textContent)

function wholeRowsInSight(): number {
  const { bottom: top } = region().querySelector('thead')!.getBoundingClientRect()
  const foot = region().querySelector('table + div')
  const end = foot ? foot.getBoundingClientRect().top : window.innerHeight
  return rows().filter((row) => {
    const box = row.getBoundingClientRect()
    return box.top > top - 1 && box.bottom < end + 1
  }).length
}

test.each([
  ['/investments', 1440, 900],
  ['/projects', 1440, 900],
  ['/documents', 1440, 900],
])('%s shows at %i x %i 20 rows', async (path, width, height) => {
  await setup(path, width, height)
  await expect.poll(wholeRowsInSight).toBeGreaterThanOrEqual(20)
})

test.each([
  ['/investments', 1440, 900],
  ['/projects', 1180, 820],
  ['/investors', 1024, 768],
])('with a record open at %s the list keeps its scroll position, its top and its row height', async (path, ...size) => {
  await setup(path, ...size)
  const isWithin = () => region().scrollWidth <= region().clientWidth
  await expect.poll(isWithin).toBe(true)
  const before = headings()
  region().scrollTop = 600
  await expect.poll(() => rows().some((row) => row.getAttribute('aria-rowindex') === '20')).toBe(true)
  const place = () => {
    const row = rows().find((each) => each.getAttribute('aria-rowindex') === '20')!
    return [region().scrollTop, row.getBoundingClientRect().top, row.offsetHeight]
  }
  const seen = place()
  rows()
    .find((row) => row.getAttribute('aria-rowindex') === '20')!
    .querySelector<HTMLElement>('button[data-record]')!
    .click()
  await expect.element(page.getByRole('dialog')).toBeVisible()
  await expect.poll(() => headings().length).toBeLessThan(before.length)
  await expect.poll(isWithin).toBe(true)
  await expect.poll(place).toEqual(seen)
  expect(new Set(rows().map((row) => row.offsetHeight))).toEqual(new Set([40]))
})
