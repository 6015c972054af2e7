import { afterEach, expect, it, vi } from 'vitest'
import { ensureChromium, findChromium } from './chromium.ts'

afterEach(() => vi.unstubAllEnvs())

it('takes the browser that CHROMIUM names', () => {
  vi.stubEnv('CHROMIUM', process.execPath)
  expect(findChromium()).toBe(process.execPath)
})

it('does not take another browser when the named one is missing', () => {
  vi.stubEnv('CHROMIUM', '/no/such/browser')
  expect(() => findChromium()).toThrow('/no/such/browser')
})

it('finds the browser of this machine', async () => {
  expect((await ensureChromium()).executablePath).toBeTypeOf('string')
})
