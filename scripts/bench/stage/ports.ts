import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

interface Ports {
  readonly port: number
  readonly barePort: number
}

export async function portsOf(server: ChildProcess): Promise<Ports> {
  const ended = once(server, 'exit').then(() => {
    throw new Error('The server under measurement did not start')
  })
  const [ports] = (await Promise.race([once(server, 'message'), ended])) as [Ports]
  return ports
}

export const portOf = async (server: ChildProcess): Promise<number> => (await portsOf(server)).port
