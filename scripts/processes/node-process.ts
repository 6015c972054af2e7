import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { killOnExit } from './kill-on-exit.ts'
import { root } from './programs.ts'

export interface NodeProcess {
  readonly url: string
  readonly program: ChildProcess
}

/** Resolves when the node responds. `settings` are environment variables, `project` the folder of another version. */
export async function startNode(
  ownerUrl: string,
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
  project = root,
): Promise<NodeProcess> {
  const port = settings['PORT'] ?? String(await freePort())
  const env = {
    ...process.env,
    DATABASE_URL: ownerUrl,
    DATA_DIR: dataDir,
    PORT: port,
    LOG_LEVEL: 'error',
    DEMO: '',
    ...settings,
  }
  const program = spawn(process.execPath, [join(project, 'scripts/serve.ts')], {
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  killOnExit(program, () => program.kill('SIGKILL'))
  const url = `http://${settings['HOST'] ?? 'localhost'}:${port}`
  while (!(await fetch(`${url}/readyz`).catch(() => undefined))?.ok) {
    if (program.exitCode !== null) throw new Error('The node has ended')
    await after(25)
  }
  return { url, program }
}
