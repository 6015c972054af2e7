import type { SourceMutant } from './mutate-source.ts'
import { sourceMutants } from './source-mutants.ts'
import { versionMutants } from '../versions/mutants.ts'
import { windowMutants } from '../windows/mutants.ts'

/** Devices of one firm; the same during an update of the app; one browser shared by people of two firms. */
export type World = 'devices' | 'versions' | 'windows'

const mutants: Readonly<Record<World, Readonly<Record<string, SourceMutant>>>> = {
  devices: sourceMutants,
  versions: versionMutants,
  windows: windowMutants,
}

export interface Mutant extends SourceMutant {
  readonly world: World
  readonly name: string
}

const mutantsOf = (world: World): Mutant[] =>
  Object.entries(mutants[world]).map(([name, mutant]) => ({ ...mutant, world, name }))

export const allMutants: readonly Mutant[] = [
  ...mutantsOf('devices'),
  ...mutantsOf('versions'),
  ...mutantsOf('windows'),
]

export function mutantNamed(world: World, name: string): SourceMutant {
  const found = mutants[world][name]
  if (!found) throw new Error(`The ${world} have no such mutant: ${name}`)
  return found
}
