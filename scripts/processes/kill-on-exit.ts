import type { ChildProcess } from 'node:child_process'

/** Unless the program has ended before this process does. */
export function killOnExit(program: ChildProcess, kill: () => unknown): void {
  process.once('exit', kill)
  program.once('exit', () => process.off('exit', kill))
}
