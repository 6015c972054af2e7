// How much a server's memory grows while it answers a whole list, however long the list is.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile, mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '#server/db/database.ts'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Bench } from './bench.ts'
import { type Firm, makeFirm } from './firm.ts'
import { mb, noted, within } from './table.ts'

const serverFile = fileURLToPath(new URL('./server.ts', import.meta.url))
const rows = 100_000
/** V8 lets its young generation grow to its size; what comes on top would grow with the rows. */
const mayDiffer = 60

export const longList: Bench = {
  says: `the highest memory of a fresh server that answers GET /api/investments of ${rows} rows, over what it had before`,
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'holdfast-long-list-'))
    const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data') })
    await migrate(postgres.url)
    const database = await openDatabase(postgres.url, 2)
    const server = fork(serverFile, [postgres.url, folder], { execArgv: process.execArgv })
    try {
      const [{ port }] = (await once(server, 'message')) as [{ port: number }]
      const firm = await makeFirm(postgres.url, database, { projects: 1_000, investors: 100, investments: rows })
      await take(`http://localhost:${port}/api/projects`, firm)
      const before = await highest(server.pid!)
      const grown: number[] = []
      for (let times = 0; times < 4; times++) {
        await take(`http://localhost:${port}/api/investments`, firm)
        grown.push((await highest(server.pid!)) - before)
      }
      return [
        noted(mb('the list once', grown[0]!)),
        within(grown[0]! + mayDiffer, mb('four times, as much as one of four times the rows', grown[3]!)),
      ]
    } finally {
      server.disconnect()
      await once(server, 'exit')
      await database.close()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  },
}

/** Reads the answer to its end and keeps nothing of it. */
async function take(url: string, { cookie }: Firm): Promise<void> {
  const sent = request(url, { headers: { cookie: `${cookie.name}=${cookie.value}` } })
  sent.end()
  const [response] = await once(sent, 'response')
  response.resume()
  await once(response, 'end')
  if (response.statusCode !== 200) throw new Error(`${url} was answered ${response.statusCode}`)
}

/** The most memory that the process has had, in MB. */
async function highest(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)![1]) / 1_000
}
