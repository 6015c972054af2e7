// Runs the product with one snippet of its source replaced. A snippet that the source does not contain exactly once is
// a mistake of the mutant, never a surviving mutant.
import { readFileSync } from 'node:fs'
import { type LoadFnOutput, registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { root } from '../../processes/programs.ts'

export interface SourceMutant {
  /** The rule of the protocol that it breaks; undefined when it breaks something outside of the protocol. */
  readonly breaks?: string
  /** The path from the top of the project. */
  readonly file: string
  readonly find: string
  readonly put: string
  /** Whether it dies within a few histories: then every test run hunts it. */
  readonly isQuick?: boolean
}

export function mutated({ file, find, put }: SourceMutant, source: string): string {
  const times = source.split(find).length - 1
  if (times !== 1) throw new Error(`In ${file} this is there ${times} times, not once: ${find}`)
  return source.replace(find, () => put)
}

export const sourceOf = ({ file }: SourceMutant): string => readFileSync(join(root, file), 'utf8')

/** The source of a module that was loaded. */
export const textIn = ({ source }: LoadFnOutput): string =>
  typeof source === 'string' ? source : Buffer.from(source as Uint8Array).toString()

/** Mutates modules that are loaded from now on. Returns a function that tells whether the file was loaded. */
export function loadMutated(mutant: SourceMutant): () => boolean {
  const target = pathToFileURL(join(root, mutant.file)).href
  let isLoaded = false
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context)
      // The same file may be loaded once for each version of the app.
      if (url.split('?')[0] !== target) return loaded
      isLoaded = true
      return { ...loaded, source: mutated(mutant, textIn(loaded)) }
    },
  })
  return () => isLoaded
}
