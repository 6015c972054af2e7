// Beside what was built: the hash of what it was built from.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectFolder, webFolder } from './places.ts'
import { hashSources } from './sources.ts'

export const stampName = '.sources'

/** Whether something that goes into the client differs from what the last build saw. */
export async function isStale(): Promise<boolean> {
  const built = await readFile(join(webFolder, stampName), 'utf8').catch(() => null)
  return built !== (await hashSources(projectFolder))
}
