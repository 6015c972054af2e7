import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { root } from './programs.ts'

/** Programs that are killed when the test ends. */
export function createPrograms() {
  const programs: ChildProcess[] = []
  onTestFinished(async () => {
    for (const program of programs)
      if (program.exitCode === null && program.signalCode === null) {
        program.kill('SIGKILL')
        await once(program, 'exit')
      }
  })
  return { add: (program: ChildProcess): void => void programs.push(program), adminWith }

  /** `settings` are environment variables. */
  function adminWith(settings: Readonly<Record<string, string>>, ...args: readonly string[]) {
    const env = { ...process.env, DEMO: '', ...settings }
    const program = spawn(process.execPath, [join(root, 'scripts/admin.ts'), ...args], { env })
    programs.push(program)
    let output = ''
    for (const stream of [program.stdout, program.stderr])
      stream.on('data', (text: Buffer) => void (output += text.toString()))
    return { program, ended: once(program, 'close').then(() => ({ code: program.exitCode, output })) }
  }
}
