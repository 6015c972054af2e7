import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { root } from '../processes/programs.ts'

const execute = promisify(execFile)

/** What the program prints, trimmed; throws with its last lines if it fails. */
export async function run(program: string, args: readonly string[]): Promise<string> {
  try {
    const { stdout } = await execute(program, [...args], { cwd: root, maxBuffer: 1 << 26 })
    return stdout.trim()
  } catch (error) {
    const { stderr, stdout } = error as { readonly stderr?: string; readonly stdout?: string }
    const lines = `${stdout ?? ''}\n${stderr ?? ''}`.trim().split('\n').slice(-15)
    throw new Error([`${program} ${args[0] ?? ''} failed:`, ...lines].join('\n'), { cause: error })
  }
}
