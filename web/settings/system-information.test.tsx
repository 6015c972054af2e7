import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { protocolVersion } from '#schema/protocol.ts'
import { draw } from '#web/test/draw.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { SystemInformation } from './system-information.tsx'

const factOf = (name: string) => {
  const terms = page.getByRole('term').elements()
  return terms.find((term) => term.textContent === name)?.nextElementSibling?.textContent ?? ''
}

test('system information says the version, the last contact, what waits, and what is on the device', async () => {
  const store = await openTestStore()
  store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  store.put('projects', { name: 'Pier', type: 'COMMERCIAL' })
  store.setStatus({ waiting: 3, lastSync: Date.parse('2025-06-29T10:00:00Z') })
  await draw(store, <SystemInformation />)
  await expect.poll(() => factOf('Records on this device')).toBe('2')
  expect(factOf('Version')).toMatch(/^\d+\.\d+\.\d+, build [0-9a-f]{8}$/)
  expect(factOf('Protocol')).toBe(String(protocolVersion))
  expect(factOf('Waiting to be sent')).toBe('3')
  expect(factOf('Last contact')).toContain('06/29/2025')
  expect(factOf('Device')).toContain('Chrome')
  await expect.poll(() => factOf('Storage granted')).toMatch(/MB · /)
  expect(factOf('Storage used')).toMatch(/^[\d,]+ MB$/)
  store.setStatus({ lastSync: null })
  await expect.poll(() => factOf('Last contact')).toBe('Not yet')
})
