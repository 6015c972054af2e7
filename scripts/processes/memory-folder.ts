// Where a run of the tests keeps its files for a while. Databases and browsers' profiles are thousands of small ones: a
// disk takes ten times as long to copy and to remove them as memory does.
import { mkdtempSync, readFileSync, chmodSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const shared = '/dev/shm'

/** A whole run keeps far less at once. */
const roomNeeded = 4 * 2 ** 30
const memoryNeeded = 2 * roomNeeded

interface Machine {
  /** The lines of /proc/mounts, if there is one. */
  readonly mounts: string
  /** Bytes that still fit into a folder. */
  readonly room: (folder: string) => number
  /** Bytes that this process may still use, whatever its container allows. */
  readonly memory: number
}

/** The folder of the system whose files are in memory, if it has enough room and programs in it may run. */
export function memoryFolder({ mounts, room, memory }: Machine): string | undefined {
  const mount = mounts.split('\n').findLast((line) => line.split(' ')[1] === shared)
  if (mount === undefined) return undefined
  const [, , type, options = ''] = mount.split(' ')
  if (type !== 'tmpfs' || options.split(',').some((option) => option === 'noexec' || option === 'ro')) return undefined
  return memory >= memoryNeeded && room(shared) >= roomNeeded ? shared : undefined
}

/** A new folder for the files of a run. Where it is in memory, programs that are given `env` keep all their files in it. */
export function makeRunFolder(env: NodeJS.ProcessEnv): string {
  const inMemory = env['TMPDIR'] ? undefined : memoryFolder(thisMachine())
  const folder = mkdtempSync(join(inMemory ?? tmpdir(), 'holdfast-run-'))
  if (inMemory === undefined) return folder
  // As root, PostgreSQL runs as somebody else.
  chmodSync(folder, 0o755)
  env['TMPDIR'] = folder
  return folder
}

const thisMachine = (): Machine => ({
  mounts: process.platform === 'linux' ? readFileSync('/proc/mounts', 'utf8') : '',
  room: (folder) => {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  },
  memory: process.availableMemory(),
})
