import { readFileSync } from 'node:fs'
import { z } from 'zod'

export interface Counts {
  readonly passed: number
  readonly failed: number
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
})

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
})

/** A file that does not load has no tests: it counts as one failure. */
export function countVitest(report: unknown, exitCode: number): Counts {
  const { numPassedTests, numFailedTests, testResults } = vitestReport.parse(report)
  const notLoaded = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  return withExitCode({ passed: numPassedTests, failed: numFailedTests + notLoaded.length }, exitCode)
}

/** Passing on a retry counts as failed. */
export function countPlaywright(report: unknown, exitCode: number): Counts {
  const { stats } = playwrightReport.parse(report)
  return withExitCode({ passed: stats.expected, failed: stats.unexpected + stats.flaky }, exitCode)
}

/** A runner without a report has failed. */
export function countReport(
  file: string,
  exitCode: number,
  count: (report: unknown, exitCode: number) => Counts,
): Counts {
  try {
    return count(JSON.parse(readFileSync(file, 'utf8')), exitCode)
  } catch (error) {
    console.error(`No readable report: ${error instanceof Error ? error.message : String(error)}`)
    return { passed: 0, failed: 1 }
  }
}

export function countStep(exitCode: number): Counts {
  return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

// A non-zero exit without a failed case: an error outside of tests, or no tests.
function withExitCode(counts: Counts, exitCode: number): Counts {
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}
