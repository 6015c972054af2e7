import type { Backend } from '../server/backend.ts'
import { type Played } from '../search/shrink.ts'
import { countTurns } from '../turns.ts'
import { heal } from './heal.ts'
import { History } from './history.ts'
import { type Recipe, recipeOf, type Step } from './recipe.ts'

type Failure = Played<Step>

export async function runRecipe(backend: Backend, recipe: Recipe, log: string[] = []): Promise<Failure | undefined> {
  const stopCounting = countTurns()
  let history: History | undefined
  try {
    history = await History.begin(backend, recipe.seed, log)
    await history.play(recipe)
    await heal(history)
    return undefined
  } catch (error) {
    return { recipe, error, log }
  } finally {
    await history?.close().catch(() => {})
    stopCounting()
  }
}

export const runSeed = (backend: Backend, seed: number): Promise<Failure | undefined> =>
  runRecipe(backend, recipeOf(seed))
