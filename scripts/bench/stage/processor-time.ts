import { readFile } from 'node:fs/promises'
import { readdirSync, readFileSync } from 'node:fs'
import type { SeparateServer } from './separate-server.ts'

/** In ms of one core, by process. */
export interface ProcessorTime {
  readonly server: number
  readonly postgres: number
  /** Of this process, in which a bench runs jobs. */
  readonly own: number
}

/** Linux counts in hundredths of a second. */
const tickMs = 10

interface Stat {
  readonly parent: number
  readonly ticks: number
  /** The ticks of children that have ended. */
  readonly endedTicks: number
}

function readStat(text: string): Stat {
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [user, system, endedUser, endedSystem] = fields.slice(11, 15) as [number, number, number, number]
  return { parent: fields[1]!, ticks: user + system, endedTicks: endedUser + endedSystem }
}

const statOf = async (pid: number): Promise<Stat> => readStat(await readFile(`/proc/${pid}/stat`, 'utf8'))

function childrenOf(pid: number): Stat[] {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return ids.flatMap((id) => {
    try {
      const stat = readStat(readFileSync(`/proc/${id}/stat`, 'utf8'))
      return stat.parent === pid ? [stat] : []
    } catch {
      return []
    }
  })
}

async function postmasterOf({ database }: SeparateServer): Promise<number> {
  const [backend] = await database.directory<{ pid: number }[]>`select pg_backend_pid() as pid`
  return (await statOf(backend!.pid)).parent
}

export async function meter(own: SeparateServer, work: () => Promise<unknown>): Promise<ProcessorTime> {
  const postmaster = await postmasterOf(own)
  const read = async () => {
    const { ticks, endedTicks } = await statOf(postmaster)
    const backends = childrenOf(postmaster).reduce((sum, child) => sum + child.ticks, 0)
    const { user, system } = process.cpuUsage()
    return {
      server: (await statOf(own.pid)).ticks * tickMs,
      postgres: (ticks + endedTicks + backends) * tickMs,
      own: (user + system) / 1_000,
    }
  }
  const before = await read()
  await work()
  const after = await read()
  return {
    server: after.server - before.server,
    postgres: after.postgres - before.postgres,
    own: after.own - before.own,
  }
}
