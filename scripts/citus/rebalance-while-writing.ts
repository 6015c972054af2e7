// Firms move to an added worker while they write. A change that got a verdict must be in the database afterwards.
import { v7 as uuidv7 } from 'uuid'
import { changesPath, type Change, type Verdict } from '#schema/sync/protocol.ts'
import { withSql } from '#server/db/postgres/open-sql.ts'
import { copyDatabase } from '#server/test/template.ts'
import { type Firm, makeFirm, projectFields } from '../bench/stage/firm.ts'
import { fetchText, UnexpectedResponse } from '../bench/stage/http.ts'
import { withServerOn } from '../bench/stage/separate-server.ts'
import type { Counts } from '../checks/test-counts.ts'
import { allWorkers, oneWorker, rowsPerWorker } from './workers.ts'

const firmCount = 12
const { raisedAmount: _raised, actualTotalInvested: _invested, ...fields } = projectFields(1)

interface Writer {
  readonly firm: Firm
  readonly applied: string[]
  sentAgain: number
}

export async function rebalanceWhileWriting(citusUrl: string): Promise<Counts> {
  const { ownerUrl, drop } = await copyDatabase(citusUrl)
  try {
    await oneWorker(ownerUrl)
    return await withServerOn(ownerUrl, async ({ database, origin }) => {
      const writers: Writer[] = []
      for (let i = 0; i < firmCount; i++) {
        const firm = await makeFirm(ownerUrl, database, { projects: 20, investors: 0, investments: 0 })
        writers.push({ firm, applied: [], sentAgain: 0 })
      }
      const before = await rowsPerWorker(ownerUrl)
      const moving = new AbortController()
      const writing = Promise.all(writers.map((writer) => write(origin, writer, moving.signal)))
      const start = performance.now()
      await allWorkers(ownerUrl)
      const seconds = ((performance.now() - start) / 1000).toFixed(0)
      moving.abort()
      await writing
      const problems = (await Promise.all(writers.map((writer) => problemsOf(ownerUrl, writer)))).flat()
      const after = await rowsPerWorker(ownerUrl)
      if (after.length < 2) problems.push('No firm has moved')
      const sum = (countOf: (writer: Writer) => number) => writers.reduce((total, writer) => total + countOf(writer), 0)
      console.log(
        `${sum(({ applied }) => applied.length)} changes of ${firmCount} firms in ${seconds} s, ${sum((each) => each.sentAgain)} sent again; projects a worker before: ${before.join(', ')}, after: ${after.join(', ')}`,
      )
      for (const problem of problems) console.error(problem)
      return { passed: problems.length ? 0 : firmCount, failed: problems.length }
    })
  } finally {
    await drop()
  }
}

/** Like a device, it sends a change again until it has a response. */
async function write(origin: string, writer: Writer, moving: AbortSignal): Promise<void> {
  while (!moving.aborted) {
    const id = uuidv7()
    const change: Change = {
      id: uuidv7(),
      at: new Date().toISOString(),
      ops: [{ op: 'create', entity: 'projects', id, fields }],
    }
    while (!(await send(origin, writer.firm, change))) writer.sentAgain++
    writer.applied.push(id)
  }
}

async function send(origin: string, firm: Firm, change: Change): Promise<boolean> {
  try {
    const body = JSON.stringify({ client: uuidv7(), changes: [change] })
    const response = await fetchText(`${origin}${changesPath}`, { firm, body })
    const { results } = JSON.parse(response) as { results: Verdict[] }
    if (results[0]?.verdict !== 'applied') throw new Error(`A change was refused: ${response}`)
    return true
  } catch (error) {
    if (error instanceof UnexpectedResponse && error.status >= 500) return false
    throw error
  }
}

const problemsOf = (ownerUrl: string, { firm, applied }: Writer): Promise<string[]> =>
  withSql(ownerUrl, async (owner) => {
    const { tenantId } = firm.viewer
    const rows = await owner<{ id: string }[]>`select id from projects where tenant_id = ${tenantId}`
    const found = new Set(rows.map(({ id }) => id))
    const lost = applied.filter((id) => !found.has(id)).length
    const [counts] = await owner<{ last: number; marks: number; audited: number }[]>`
      select n::int as last, (select count(*)::int from marks m where m.tenant_id = t.tenant_id) as marks,
        (select count(*)::int from audit_logs a where a.tenant_id = t.tenant_id) as audited
      from tenant_numbers t where tenant_id = ${tenantId}`
    return [
      ...(lost ? [`${tenantId}: ${lost} of ${applied.length} changes were lost`] : []),
      ...(rows.length === firm.rows + applied.length
        ? []
        : [`${tenantId}: ${rows.length} projects, not ${firm.rows + applied.length}`]),
      ...(counts!.audited === applied.length
        ? []
        : [`${tenantId}: ${counts!.audited} audit entries of ${applied.length} changes`]),
      ...(counts!.marks === counts!.last + 1 || counts!.marks === counts!.last
        ? []
        : [`${tenantId}: ${counts!.marks} checkpoint hashes up to number ${counts!.last}`]),
    ]
  })
