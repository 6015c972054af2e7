// A snippet must occur exactly once.
import { readFileSync } from 'node:fs'
import { type LoadFnOutput, registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { root } from '../../processes/programs.ts'

export interface SourceMutant {
  readonly breaks?: string
  readonly file: string
  readonly find: string
  readonly put: string
  /** Every test run searches for it from here on; without it, only `npm run prove` does. */
  readonly firstHistory?: number
}

export function mutated({ file, find, put }: SourceMutant, source: string): string {
  const times = source.split(find).length - 1
  if (times !== 1) throw new Error(`${file} contains this ${times} times instead of once: ${find}`)
  return source.replace(find, () => put)
}

export const sourceOf = ({ file }: SourceMutant): string => readFileSync(join(root, file), 'utf8')

export const textIn = ({ source }: LoadFnOutput): string =>
  typeof source === 'string' ? source : Buffer.from(source as Uint8Array).toString()

/** For modules loaded from now on. Returns whether the file was loaded. */
export function loadMutated(mutant: SourceMutant): () => boolean {
  const target = pathToFileURL(join(root, mutant.file)).href
  let isLoaded = false
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context)
      // The same file may be loaded once per version of the app.
      if (url.split('?')[0] !== target) return loaded
      isLoaded = true
      return { ...loaded, source: mutated(mutant, textIn(loaded)) }
    },
  })
  return () => isLoaded
}
