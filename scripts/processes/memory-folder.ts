// Thousands of small files of databases and profiles are ten times faster in memory.
import { mkdtempSync, readFileSync, chmodSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const shared = '/dev/shm'

/** A run stores far less at once. */
const freeNeeded = 4 * 2 ** 30
const memoryNeeded = 2 * freeNeeded

interface Machine {
  readonly mounts: string
  readonly freeBytes: (folder: string) => number
  /** In bytes, of this process. */
  readonly memory: number
}

/** It needs room and must allow executables. */
export function memoryFolder({ mounts, freeBytes: room, memory }: Machine): string | undefined {
  const mount = mounts.split('\n').findLast((line) => line.split(' ')[1] === shared)
  if (mount === undefined) return undefined
  const [, , type, options = ''] = mount.split(' ')
  if (type !== 'tmpfs' || options.split(',').some((option) => option === 'noexec' || option === 'ro')) return undefined
  return memory >= memoryNeeded && room(shared) >= freeNeeded ? shared : undefined
}

/** In memory, programs with `env` store all their files in it. */
export function makeRunFolder(env: NodeJS.ProcessEnv): string {
  const inMemory = env['TMPDIR'] ? undefined : memoryFolder(currentMachine())
  const folder = mkdtempSync(join(inMemory ?? tmpdir(), 'holdfast-run-'))
  if (inMemory === undefined) return folder
  // As root, PostgreSQL runs as another user.
  chmodSync(folder, 0o755)
  env['TMPDIR'] = folder
  return folder
}

const currentMachine = (): Machine => ({
  mounts: process.platform === 'linux' ? readFileSync('/proc/mounts', 'utf8') : '',
  freeBytes: (folder) => {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  },
  memory: process.availableMemory(),
})
