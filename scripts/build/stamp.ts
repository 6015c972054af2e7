// Stores, beside the build, the hash of the sources from which it was made.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectFolder, webFolder } from './folders.ts'
import { hashSources } from './sources.ts'

export const stampName = '.sources'

/** Whether a source of the client has changed since the last build. */
export async function isStale(): Promise<boolean> {
  const built = await readFile(join(webFolder, stampName), 'utf8').catch(() => null)
  return built !== (await hashSources(projectFolder))
}
