import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { countPlaywright, countReport, countVitest } from './test-counts.ts'

const file = (status: string, cases: number) => ({
  status,
  assertionResults: Array.from({ length: cases }, () => ({})),
})

it('counts a test file that does not load as one failed case', () => {
  const report = { numPassedTests: 3, numFailedTests: 1, testResults: [file('failed', 2), file('failed', 0)] }
  expect(countVitest(report, 1)).toEqual({ passed: 3, failed: 2 })
})

it('counts an error outside of every test', () => {
  const report = { numPassedTests: 3, numFailedTests: 0, testResults: [file('passed', 3)] }
  expect(countVitest(report, 0)).toEqual({ passed: 3, failed: 0 })
  expect(countVitest(report, 1)).toEqual({ passed: 3, failed: 1 })
})

it('counts a flaky end-to-end test as failed', () => {
  expect(countPlaywright({ stats: { expected: 5, unexpected: 1, flaky: 1 } }, 1)).toEqual({ passed: 5, failed: 2 })
})

it('counts a runner without a report, or with one that is cut off, as failed', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-counts-'))
  writeFileSync(join(folder, 'cut.json'), '{"stats":')
  expect(countReport(join(folder, 'none.json'), 0, countPlaywright)).toEqual({ passed: 0, failed: 1 })
  expect(countReport(join(folder, 'cut.json'), 0, countPlaywright)).toEqual({ passed: 0, failed: 1 })
  rmSync(folder, { recursive: true })
})
