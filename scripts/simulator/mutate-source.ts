// Runs the product with one snippet of its source exchanged for another. A snippet that is not there exactly once is a
// mistake of the mutant, never a mutant that survives.
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { root } from '../programs.ts'

export interface SourceMutant {
  /** From the top of the project. */
  readonly file: string
  readonly find: string
  readonly put: string
  /** Dies within a few histories: it is hunted in every test run. */
  readonly isQuick?: boolean
}

export function mutated({ file, find, put }: SourceMutant, source: string): string {
  const times = source.split(find).length - 1
  if (times !== 1) throw new Error(`In ${file} this is there ${times} times, not once: ${find}`)
  return source.replace(find, () => put)
}

export const sourceOf = ({ file }: SourceMutant): string => readFileSync(join(root, file), 'utf8')

/** From now on; what has been loaded before stays as it is. Returns whether the file was loaded. */
export function loadMutated(mutant: SourceMutant): () => boolean {
  const target = pathToFileURL(join(root, mutant.file)).href
  let isLoaded = false
  registerHooks({
    load(url, context, next) {
      if (url !== target) return next(url, context)
      isLoaded = true
      return { ...next(url, context), source: mutated(mutant, sourceOf(mutant)) }
    },
  })
  return () => isLoaded
}
