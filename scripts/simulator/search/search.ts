import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { root } from '../../processes/programs.ts'
import { testEnvironment } from '../../checks/test-environment.ts'
import type { PlayerOptions, PlayerMessage } from './player.ts'

const player = fileURLToPath(new URL('player.ts', import.meta.url))

export type FailedHistory = Extract<PlayerMessage, { kind: 'failed' }>

export async function search(
  options: PlayerOptions,
  onPlayed: (seed: number) => void = () => {},
): Promise<FailedHistory | undefined> {
  const child = fork(player, [JSON.stringify(options)], {
    cwd: root,
    env: testEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let failed: FailedHistory | undefined
  let stderr = ''
  child.stderr!.on('data', (text: Buffer) => (stderr = `${stderr}${text.toString()}`.slice(-4_000)))
  child.on('message', (message: PlayerMessage) => {
    if (message.kind === 'played') onPlayed(message.seed)
    else failed = message
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`A player exited with code ${code}: ${stderr}`)
  return failed
}
