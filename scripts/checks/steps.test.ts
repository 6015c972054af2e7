import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { endRun, runSteps, type Step } from './steps.ts'
import { testEnvironment } from './test-environment.ts'

let printed: string[]

beforeEach(() => {
  printed = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line))
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

function step(name: string, passed: number, failed: number, needs: string[] = []): Step {
  return { name, needs, run: async () => ({ passed, failed }) }
}

it('runs every step after a failed or broken one, and adds up their cases', async () => {
  const broken: Step = { name: 'broken', run: () => Promise.reject(new Error('no such program')) }
  expect(await runSteps([step('lint', 0, 1), broken, step('unit', 7, 2)])).toEqual({ passed: 7, failed: 4 })
})

it('counts a step whose need failed as failed without running it', async () => {
  const run = vi.fn<Step['run']>()
  await expect(runSteps([step('build', 0, 1), { name: 'e2e', needs: ['build'], run }])).resolves.toEqual({
    passed: 0,
    failed: 2,
  })
  expect(run).not.toHaveBeenCalled()
})

it('ends with the sum alone on the last line', () => {
  endRun({ passed: 12, failed: 0 })
  expect(printed.at(-1)?.split('\n').at(-1)).toBe('12 passed, 0 failed')
  expect(process.exitCode).toBe(0)
})

it.each([
  { passed: 12, failed: 1 },
  { passed: 0, failed: 0 },
])('fails for %o', (counts) => {
  endRun(counts)
  expect(process.exitCode).toBe(1)
})

it('hides the configuration of the caller from tests', () => {
  const environment = testEnvironment({ PATH: '/bin', DATABASE_URL: 'postgres://live', PORT: '80', TZ: 'Asia/Tokyo' })
  expect(environment).toEqual({ PATH: '/bin', LANG: 'C.UTF-8', TZ: 'UTC' })
})
