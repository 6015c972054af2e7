// The lock of a killed process is taken over.
import { randomUUID } from 'node:crypto'
import { access, constants, mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

const beatMs = 5_000
/** A lock without a heartbeat for this long was left behind by another machine. */
const staleMs = 60_000

interface LockOwner {
  readonly id: string
  readonly host: string
  readonly pid: number
}

class FolderInUse extends Error {}

/** A folder that cannot be written, such as a copy on another medium, needs no lock. */
export async function withLockIfWritable<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const isWritable = await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  )
  return isWritable ? withFolderLock(folder, work) : work()
}

export async function withFolderLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, 'lock')
  const mine: LockOwner = { id: randomUUID(), host: hostname(), pid: process.pid }
  await acquire(path, mine)
  const beat = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => {}), beatMs)
  try {
    return await work()
  } finally {
    clearInterval(beat)
    if ((await ownerOf(path))?.id === mine.id) await rm(path, { force: true })
  }
}

async function acquire(path: string, mine: LockOwner): Promise<void> {
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      return await writeFile(path, JSON.stringify(mine), { flag: 'wx', flush: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const owner = await ownerOf(path)
    if (!(await isLeftBehind(path, owner))) break
    // Of two that take it over, one renames the other's lock; it puts it back and gives up.
    const aside = `${path}.${mine.id}`
    await rename(path, aside).catch(() => {})
    const renamed = await ownerOf(aside)
    if (renamed && renamed.id !== owner?.id) {
      await rename(aside, path).catch(() => {})
      break
    }
    await rm(aside, { force: true })
  }
  throw new FolderInUse('Another backup or restore uses this folder at the moment')
}

async function ownerOf(path: string): Promise<LockOwner | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as LockOwner
  } catch {
    return undefined
  }
}

async function isLeftBehind(path: string, owner: LockOwner | undefined): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  if (!found) return true
  if (Date.now() - found.mtimeMs > staleMs) return true
  return owner !== undefined && owner.host === hostname() && !isRunning(owner.pid)
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
