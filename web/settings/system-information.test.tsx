import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { protocolVersion } from '#schema/sync/protocol.ts'
import type { CachedFile } from '#web/store/base/cached-file.ts'
import { render } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { SystemInformation } from './system-information.tsx'

afterEach(() => vi.restoreAllMocks())

const factOf = (name: string) => {
  const terms = page.getByRole('term').elements()
  const value = terms.find((term) => term.textContent === name)?.nextElementSibling?.textContent ?? ''
  return value.replaceAll('\u00a0', ' ')
}

test('shows the version, the last contact, waiting changes and the records on the device', async () => {
  const store = await openTestStore()
  store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  store.put('projects', { name: 'Pier', type: 'COMMERCIAL' })
  store.setStatus({ waiting: 2, attention: 1, lastSync: Date.parse('2025-06-29T10:00:00Z') })
  await render(store, <SystemInformation />)
  await expect.poll(() => factOf('Records on this device')).toBe('2')
  expect(factOf('Version')).toMatch(/^\d+\.\d+\.\d+, build [0-9a-f]{8}$/)
  expect(factOf('Protocol')).toBe(String(protocolVersion))
  expect(factOf('Unsent changes')).toBe('3')
  expect(factOf('Last sync')).toContain('Jun 29, 2025')
  expect(factOf('Device')).toContain('Chrome')
  await expect.poll(() => factOf('Storage limit')).toMatch(/MB · /)
  expect(factOf('Storage used')).toMatch(/^[\d,]+ MB$/)
  store.setStatus({ lastSync: null })
  await expect.poll(() => factOf('Last sync')).toBe('Not yet')
})

test('counts the files available offline and their total size', async () => {
  const store = await openTestStore()
  await render(store, <SystemInformation />)
  expect(factOf('Files available offline')).toBe('0, 0 MB')
  const files = [1_500_000, 1_600_000].map((size) => ({ size }) as CachedFile)
  vi.spyOn(store.offlineFiles, 'all', 'get').mockReturnValue(files)
  store.setStatus({ waiting: 1 })
  await expect.poll(() => factOf('Files available offline')).toBe('2, 4 MB')
})

test('without a storage estimate the value is unknown', async () => {
  vi.spyOn(navigator.storage, 'estimate').mockRejectedValue(new Error('denied'))
  await render(await openTestStore(), <SystemInformation />)
  await expect.poll(() => factOf('Storage used')).toBe('Not reported by the browser')
  expect(factOf('Storage limit')).toBe('Not reported by the browser')
})

test.each([
  [true, '8 MB · Persistent'],
  [false, '8 MB · Data may be deleted by the browser'],
])('shows whether storage is persistent (%s) beside the quota', async (isKept, text) => {
  vi.spyOn(navigator.storage, 'estimate').mockResolvedValue({ usage: 1, quota: 7_000_001 })
  vi.spyOn(navigator.storage, 'persisted').mockResolvedValue(isKept)
  await render(await openTestStore(), <SystemInformation />)
  await expect.poll(() => factOf('Storage limit')).toBe(text)
  expect(factOf('Storage used')).toBe('1 MB')
})

test('lists the latest failed requests by the id in the server’s log, and copies everything for support', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const store = await openTestStore()
  await render(store, <SystemInformation />)
  expect(factOf('Failed requests')).toBe('None')
  const at = Date.parse('2025-06-29T10:00:00Z')
  store.setStatus({ failed: [{ at, path: '/api/sync/feed', status: 500, requestId: 'id-1' }] })
  await expect.poll(() => factOf('Failed requests')).toMatch(/^Jun 29, 2025.* · 500 \/api\/sync\/feed · id-1$/)
  await page.getByRole('button', { name: 'Copy report' }).click()
  expect(copied.mock.lastCall?.[0]).toMatch(/^Version\n {2}\d+\.\d+\.\d+, build .*Failed requests\n {2}.* · id-1$/s)
})
