import { mkdir, rename, rm } from 'node:fs/promises'

/** Fills a new folder and then swaps it in, so that nobody sees half a build. */
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
