import type { Backend } from '../server/backend.ts'
import { Clock } from '../device/clock.ts'
import { createDice } from '../dice.ts'
import { openFirm } from '../server/firm.ts'
import { History } from './history.ts'
import { waitUntilQuiet } from './quiet.ts'
import type { Seam } from '../seam.ts'
import { shrinkLimits } from '../server/small-limits.ts'
import type { Recipe } from './step.ts'
import { takeStep } from './take-step.ts'
import type { Release } from '../versions/release.ts'
import { themeFor } from './themes.ts'

export async function beginHistory(
  backend: Backend,
  seed: number,
  seam: Seam,
  log: string[],
  begin?: (backend: Backend) => Promise<Release>,
): Promise<History> {
  const clock = new Clock()
  backend.now = clock.now
  backend.unexpectedErrors.length = 0
  const release = await begin?.(backend)
  const firm = await openFirm(backend, createDice(seed * 131 + 3), seed % 9 === 0)
  const history = new History(backend, firm, clock, seam, seed, log, release)
  history.growLimits = shrinkLimits(createDice(seed * 17 + 5), themeFor(seed).small)
  for (const device of history.devices) release?.begins(device)
  try {
    for (const device of history.devices) await device.openTab()
    await history.waitUntilIdle()
    // Most histories start with everybody up to date, so that all visible rows can be edited.
    if (seed % 5 !== 0) await waitUntilQuiet(history)
  } catch (error) {
    await history.close()
    throw error
  }
  return history
}

export async function play(history: History, { steps }: Recipe): Promise<void> {
  for (const step of steps) {
    const description = await takeStep(history, step)
    await history.waitUntilIdle()
    if (description) history.log.push(description)
    await history.watch.look(history)
  }
}
