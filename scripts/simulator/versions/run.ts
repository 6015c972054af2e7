import type { Backend } from '../server/backend.ts'
import { createDice } from '../dice.ts'
import { recipeOf } from '../history/recipe.ts'
import { type Failure, runRecipe as runAny } from '../history/run.ts'
import type { Recipe, Step } from '../history/step.ts'
import { Release } from './release.ts'

/** A migration in the first half and device updates after it, without backups. */
function versionsRecipe(seed: number): Recipe {
  const { steps } = recipeOf(seed)
  const dice = createDice(seed * 7 + 1)
  const played: Step[] = steps.filter(({ kind }) => kind !== 'back up' && kind !== 'restore')
  const at = dice.below(Math.ceil(played.length / 2))
  played.splice(at, 0, { kind: 'migrate' })
  for (const who of [0, 1, 2]) {
    const index = at + 1 + Math.floor((played.length - at) * dice.next() ** 3)
    played.splice(index, 0, { kind: 'update', who, dice: dice.below(1_000_000) })
  }
  return { seed, steps: played }
}

export const runRecipe = (backend: Backend, recipe: Recipe): Promise<Failure | undefined> =>
  runAny(backend, recipe, { begin: (on) => Release.begin(on, recipe.seed) })

export const runSeed = (backend: Backend, seed: number): Promise<Failure | undefined> =>
  runRecipe(backend, versionsRecipe(seed))
