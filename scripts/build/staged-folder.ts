import { mkdir, rename, rm } from 'node:fs/promises'

/**
 * Lets `work` fill a new folder, which then replaces the other one at once: a reader, a failure or a second build at
 * the same time never finds half a build.
 */
export async function inStagedFolder(folder: string, work: (staged: string) => Promise<void>): Promise<void> {
  const staged = `${folder}.new-${process.pid}`
  const old = `${folder}.old-${process.pid}`
  try {
    await mkdir(staged, { recursive: true })
    await work(staged)
    await rename(folder, old).catch(ignoreMissing)
    await rename(staged, folder)
  } finally {
    await rm(staged, { recursive: true, force: true })
    await rm(old, { recursive: true, force: true })
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
