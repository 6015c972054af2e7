// One history from its seed to the verdict of the oracle.
import type { Backend } from './backend.ts'
import type { Seam } from './carry.ts'
import { heal } from './heal.ts'
import { History } from './history.ts'
import { verify } from './oracle/verify.ts'
import { type Recipe, recipeOf } from './recipe.ts'
import { countTurns } from './turns.ts'

export interface Failure {
  readonly recipe: Recipe
  readonly error: unknown
  readonly log: readonly string[]
}

export async function runRecipe(backend: Backend, recipe: Recipe, seam: Seam = {}): Promise<Failure | undefined> {
  const stopCounting = countTurns()
  const history = await History.begin(backend, recipe.seed, seam)
  try {
    await history.play(recipe)
    await heal(history)
    await history.watch.look(history)
    await verify(history)
    if (process.env['SAY']) console.log(history.log.join('\n'))
    return undefined
  } catch (error) {
    return { recipe, error, log: history.log }
  } finally {
    await history.close()
    stopCounting()
  }
}

export const runSeed = (backend: Backend, seed: number, seam?: Seam): Promise<Failure | undefined> =>
  runRecipe(backend, recipeOf(seed), seam)
