import { copyDatabase } from '#server/test/template.ts'
import type { Backend } from '../server/backend.ts'
import { savedHistories } from '../history/saved-histories.ts'
import { mutantNamed, type World } from '../mutants/mutants-by-world.ts'
import { loadMutated } from '../mutants/mutate-source.ts'
import type { Played } from './shrink.ts'

export interface PlayerOptions {
  readonly world?: World
  readonly serverUrl: string
  readonly first: number
  readonly step: number
  readonly end: number
  readonly mutant?: string
  readonly shrink: number
}

export type PlayerMessage =
  | { readonly kind: 'played'; readonly seed: number }
  | { readonly kind: 'failed'; readonly seed: number; readonly isViolation: boolean; readonly story: string }

const {
  world = 'devices',
  serverUrl,
  first,
  step,
  end,
  mutant,
  shrink: attempts,
} = JSON.parse(process.argv[2]!) as PlayerOptions
const isLoaded = mutant === undefined ? () => true : loadMutated(mutantNamed(world, mutant))
// Loaded only now, so that it contains the mutant.
const { openBackend } = await import('../server/backend.ts')
const { Violation } = await import('../oracle/violation.ts')
const { describeFailure, shrink } = await import('./shrink.ts')

const database = await copyDatabase(serverUrl)
const backend = await openBackend(database.ownerUrl)
try {
  if (world === 'windows') await play(await import('../windows/run.ts'))
  else if (world === 'versions') await play(await import('../versions/run.ts'))
  else await play({ ...(await import('../history/run.ts')), recipes: Object.values(savedHistories) })
} finally {
  await backend.close()
  await database.drop()
  if (process.connected) process.disconnect?.()
}

async function play<S>({ runRecipe, runSeed, recipes = [] }: Run<S>): Promise<void> {
  for (const recipe of mutant === undefined ? [] : recipes) {
    const failure = await runRecipe(backend, recipe)
    if (failure) return sendFailure(recipe.seed, failure)
  }
  for (let seed = first; seed < end; seed += step) {
    const failure = await runSeed(backend, seed)
    if (!isLoaded()) throw new Error(`No module loads the file of the mutant: ${mutant}`)
    if (!failure) {
      send({ kind: 'played', seed })
      continue
    }
    const shortest = await shrink(failure, (recipe) => runRecipe(backend, recipe), attempts)
    return sendFailure(seed, shortest)
  }
}

function sendFailure(seed: number, failure: Played<unknown>): void {
  send({ kind: 'failed', seed, isViolation: failure.error instanceof Violation, story: describeFailure(failure) })
}

interface Run<S> {
  readonly recipes?: readonly Played<S>['recipe'][]
  readonly runSeed: (on: Backend, seed: number) => Promise<Played<S> | undefined>
  readonly runRecipe: (on: Backend, recipe: Played<S>['recipe']) => Promise<Played<S> | undefined>
}

function send(message: PlayerMessage): void {
  if (process.send) process.send(message)
  else console.log(message)
}
