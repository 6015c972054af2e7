import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectFolder, webFolder } from './folders.ts'
import { hashSources } from './sources.ts'

export const stampName = '.sources'

export async function isStale(): Promise<boolean> {
  const built = await readFile(join(webFolder, stampName), 'utf8').catch(() => null)
  return built !== (await hashSources(projectFolder))
}
