import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

export const root = fileURLToPath(new URL('../..', import.meta.url))

const manifest = z.object({ bin: z.union([z.string(), z.record(z.string(), z.string())]) })

/** The script behind a package's command, which Node.js runs without the shell that Windows needs. */
export function programOf(packageName: string, command = packageName): string {
  const folder = join(root, 'node_modules', packageName)
  const { bin } = manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
  const script = typeof bin === 'string' ? bin : bin[command]
  if (script === undefined) throw new Error(`The package ${packageName} has no command ${command}`)
  return join(folder, script)
}

export function startScript(script: string, args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, [script, ...args], { cwd: root, stdio: 'inherit', env })
}

/** Forwards signals and returns the exit code. */
export async function runScript(script: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const child = startScript(script, args, env)
  const interrupt = (signal: NodeJS.Signals) => {
    child.once('exit', () => process.exit(130))
    child.kill(signal)
  }
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt)
  try {
    const [code] = await once(child, 'exit')
    return typeof code === 'number' ? code : 1
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
  }
}
