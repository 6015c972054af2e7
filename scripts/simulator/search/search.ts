import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { root } from '../../processes/programs.ts'
import { testEnvironment } from '../../checks/test-environment.ts'
import type { PlayerOptions, PlayerMessage } from './player.ts'

const player = fileURLToPath(new URL('player.ts', import.meta.url))

export type Failed = Extract<PlayerMessage, { kind: 'failed' }>

export async function search(
  options: PlayerOptions,
  played: (seed: number) => void = () => {},
): Promise<Failed | undefined> {
  const child = fork(player, [JSON.stringify(options)], {
    cwd: root,
    env: testEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let failed: Failed | undefined
  let complaint = ''
  child.stderr!.on('data', (text: Buffer) => (complaint = `${complaint}${text.toString()}`.slice(-4_000)))
  child.on('message', (word: PlayerMessage) => {
    if (word.kind === 'played') played(word.seed)
    else failed = word
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`A player ended with ${code}: ${complaint}`)
  return failed
}
