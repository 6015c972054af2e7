import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../scripts/processes/free-port.ts'
import { type Api, signIn } from './api.ts'
import { type Account, accounts, password } from './accounts.ts'

export interface Server {
  readonly url: string
  /** Does nothing while it runs. */
  start(): Promise<void>
  stop(): Promise<void>
  kill(): Promise<void>
  /** Copies the data; the returned function restores the copy. */
  save(): Promise<() => Promise<void>>
  signIn(account: Account): Promise<Api>
}

export type Settings = Readonly<Record<string, string>>

const startTimeoutMs = 120_000

const program = fileURLToPath(new URL('../../scripts/serve.ts', import.meta.url))

interface TestServer extends Server {
  readonly dataFolder: string
  remove(): Promise<void>
}

export async function createTestServer(settings: Settings = {}): Promise<TestServer> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'holdfast-e2e-'))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const sessions = new Map<Account, Api>()
  const copies: string[] = []
  let running: ChildProcess | undefined

  async function start(): Promise<void> {
    if (running !== undefined) return
    const env = { ...process.env, ...settings, PORT: String(port), DATA_DIR: dataFolder, LOG_LEVEL: 'warn' }
    // The IPC channel lets the server notice when this process ends.
    running = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
    showLog(running)
    await waitForResponse(running, `${url}/readyz`, Date.now() + startTimeoutMs)
  }

  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    if (running === undefined) return
    const ended = once(running, 'exit')
    running.kill(signal)
    running = undefined
    await ended
  }
  const stop = () => end('SIGTERM')

  return {
    url,
    dataFolder,
    start,
    stop,
    kill: () => end('SIGKILL'),
    async save() {
      const copy = await mkdtemp(join(tmpdir(), 'holdfast-e2e-'))
      copies.push(copy)
      const copyData = async (from: string, to: string) => {
        await stop()
        await rm(to, { recursive: true })
        await cp(from, to, { recursive: true })
        await start()
      }
      await copyData(dataFolder, copy)
      return () => copyData(copy, dataFolder)
    },
    async signIn(account) {
      const session = sessions.get(account) ?? (await signIn(url, accounts[account], password))
      sessions.set(account, session)
      return session
    },
    async remove() {
      await stop()
      for (const folder of [dataFolder, ...copies]) await rm(folder, { recursive: true, force: true })
    },
  }
}

async function waitForResponse(program: ChildProcess, url: string, deadline: number): Promise<void> {
  while (program.exitCode === null && Date.now() < deadline) {
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`The server did not become ready (exit code ${program.exitCode})`)
}

function showLog({ stdout }: ChildProcess): void {
  if (stdout === null) return
  createInterface(stdout).on('line', (line) => line.startsWith('{') && console.error(line))
}
