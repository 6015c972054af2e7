import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const sources = [
  'web/**/*',
  'sw/**/*',
  'schema/**/*',
  'scripts/build.ts',
  'scripts/build/*',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
]

/** Not part of the build, or written by it. */
const isExcluded = (path: string) => /\.test\.tsx?$|\.gen\.ts$|\.md$/.test(path)

export async function hashSources(projectFolder: string): Promise<string> {
  const paths: string[] = []
  for await (const entry of glob(sources, { cwd: projectFolder, withFileTypes: true })) {
    if (entry.isFile() && !isExcluded(entry.name)) paths.push(join(entry.parentPath, entry.name))
  }
  const hash = createHash('sha256')
  for (const path of paths.sort()) hash.update(`${path.slice(projectFolder.length)}\0`).update(await readFile(path))
  return hash.digest('hex')
}
