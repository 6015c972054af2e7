import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import type { Bench } from './bench.ts'
import { type Firm, makeFirm } from '../stage/firm.ts'
import { withSeparateServer } from '../stage/separate-server.ts'
import { mb, noted, within } from '../stage/table.ts'

/** V8's young generation first grows to its size, so fewer rows show nothing. */
const [few, many] = [100_000, 300_000]
/** In MB; buffering the rows' text would take 100 MB more. */
const maxDifferenceMb = 40

export const longList: Bench = {
  conditions: `the highest memory of a fresh server that serves GET /api/investments of ${few} and of ${many} rows, over what it had before`,
  async run() {
    const [short, long] = [await growthFor(few), await growthFor(many)]
    return [
      noted(mb(`a list of ${few} rows`, short)),
      within(short + maxDifferenceMb, mb(`a list of ${many} rows`, long)),
    ]
  },
}

const growthFor = (rows: number): Promise<number> =>
  withSeparateServer(async ({ ownerUrl, database, origin, pid }) => {
    const firm = await makeFirm(ownerUrl, database, { projects: 1_000, investors: 100, investments: rows })
    await readList(`${origin}/api/projects`, firm)
    const before = await highest(pid)
    await readList(`${origin}/api/investments`, firm)
    return (await highest(pid)) - before
  })

async function readList(url: string, { cookie }: Firm): Promise<void> {
  const sent = request(url, { headers: { cookie: `${cookie.name}=${cookie.value}` } })
  sent.end()
  const [response] = await once(sent, 'response')
  response.resume()
  await once(response, 'end')
  if (response.statusCode !== 200) throw new Error(`${url} returned ${response.statusCode}`)
}

async function highest(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)![1]) / 1_000
}
