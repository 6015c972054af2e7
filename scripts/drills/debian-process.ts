import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { installDebianPackages, isDebianRoot } from '../processes/debian-packages.ts'
import { killOnExit } from '../processes/kill-on-exit.ts'

export interface DebianProcess {
  readonly program: ChildProcess
  readonly log: () => string
  kill(signal?: NodeJS.Signals): Promise<void>
}

export function ensurePrograms(packages: Readonly<Record<string, string>>): void {
  const missing = Object.keys(packages).filter((name) => spawnSync('which', [name]).status !== 0)
  if (missing.length === 0) return
  const names = missing.map((name) => packages[name]!)
  if (!isDebianRoot()) throw new Error(`Install ${names.join(', ')}`)
  installDebianPackages(...names)
}

/** PostgreSQL refuses to run as root. */
export function postgresUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (option: string) => Number(spawnSync('id', [option, 'postgres'], { encoding: 'utf8' }).stdout)
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** A negative number is a group of processes. */
export function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

export function startProcess(
  name: string,
  command: string,
  args: readonly string[],
  folder: string,
  options: { readonly uid?: number; readonly gid?: number; readonly env?: NodeJS.ProcessEnv } = {},
): DebianProcess {
  const logFile = join(folder, `${name}.log`)
  const log = openSync(logFile, 'a')
  const program = spawn(command, args, { cwd: folder, stdio: ['ignore', log, log], detached: true, ...options })
  const ended = once(program, 'exit')
  killOnExit(program, () => killQuietly(-program.pid!))
  return {
    program,
    log: () => readFileSync(logFile, 'utf8'),
    async kill(signal = 'SIGKILL') {
      if (program.exitCode !== null || program.signalCode !== null) return
      process.kill(-program.pid!, signal)
      await ended
    },
  }
}
