import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

export interface Postmaster {
  readonly pid: number
  readonly port: number
  readonly ready: boolean
}

export function readPostmaster(folder: string): Postmaster | undefined {
  const postmaster = parseLockFile(folder)
  return postmaster && runsIn(folder, postmaster.pid) ? postmaster : undefined
}

/** PostgreSQL would refuse to start if another or an unreaped process has the old id. */
export function removeStaleLockFile(folder: string): void {
  const postmaster = parseLockFile(folder)
  if (postmaster && !runsIn(folder, postmaster.pid)) rmSync(join(folder, 'postmaster.pid'), { force: true })
}

function parseLockFile(folder: string): Postmaster | undefined {
  let lines: string[]
  try {
    lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  // Written line by line, so the port may be missing at first.
  const [pid, , , port, , , , status] = lines
  if (!Number(pid)) return undefined
  return { pid: Math.abs(Number(pid)), port: Number(port) || 0, ready: status?.trim() === 'ready' }
}

function runsIn(folder: string, pid: number): boolean {
  try {
    if (process.platform === 'win32') return process.kill(pid, 0)
    const command =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        : execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return command.includes(folder)
  } catch {
    return false
  }
}
