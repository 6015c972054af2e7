import { expect, it } from 'vitest'
import { type InstallOutcome, reportInstall } from './report-install.ts'

async function outcomesOf(install: Promise<unknown>): Promise<readonly [InstallOutcome[], unknown]> {
  const outcomes: InstallOutcome[] = []
  const failure = await reportInstall(install, async (outcome) => void outcomes.push(outcome)).then(
    () => undefined,
    (error: unknown) => error,
  )
  return [outcomes, failure]
}

it('LIVE3 reports a full device, and the installation still fails', async () => {
  const full = new DOMException('Quota exceeded.', 'QuotaExceededError')
  expect(await outcomesOf(Promise.reject(full))).toEqual([['full'], full])
})

it('reports an interrupted and a finished installation', async () => {
  const interruption = new TypeError('Failed to fetch')
  expect(await outcomesOf(Promise.reject(interruption))).toEqual([['cut-off'], interruption])
  expect(await outcomesOf(Promise.resolve())).toEqual([['kept'], undefined])
})
