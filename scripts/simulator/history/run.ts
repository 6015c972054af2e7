import type { Backend } from '../server/backend.ts'
import type { Seam } from '../seam.ts'
import { endRelease, waitForNewer } from '../versions/update.ts'
import { heal } from './heal.ts'
import type { History } from './history.ts'
import { beginHistory, play } from './play.ts'
import { verify } from '../oracle/verify.ts'
import { recipeOf } from './recipe.ts'
import type { Recipe, Step } from './step.ts'
import { settleInbox } from '../people/settle-inbox.ts'
import type { Played } from '../search/shrink.ts'
import type { Release } from '../versions/release.ts'
import { countTurns } from '../turns.ts'

export type Failure = Played<Step>

interface RunOptions {
  readonly seam?: Seam
  readonly log?: string[]
  readonly begin?: (backend: Backend) => Promise<Release>
}

export async function runRecipe(
  backend: Backend,
  recipe: Recipe,
  { seam = {}, log = [], begin }: RunOptions = {},
): Promise<Failure | undefined> {
  const stopCounting = countTurns()
  let history: History | undefined
  try {
    history = await beginHistory(backend, recipe.seed, seam, log, begin)
    await play(history, recipe)
    await endRelease(history)
    await heal(history)
    await waitForNewer(history)
    await history.watch.look(history)
    await verify(history)
    if (await settleInbox(history)) await verify(history)
    return undefined
  } catch (error) {
    return { recipe, error, log }
  } finally {
    await history?.close()
    stopCounting()
  }
}

export const runSeed = (backend: Backend, seed: number, setting?: RunOptions): Promise<Failure | undefined> =>
  runRecipe(backend, recipeOf(seed), setting)
