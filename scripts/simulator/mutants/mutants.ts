import type { Change, FeedPage, FeedRow, Verdict } from '#schema/sync/protocol.ts'
import type { SeamContext, Seam } from '../seam.ts'
import { createDice, uuidFrom } from '../dice.ts'
import { type ServerResponse, type Call, isFeed, isPush } from '../network/network.ts'
import { type Rows, visibleRows } from '../oracle/projection.ts'

interface Body {
  readonly client: string
  readonly changes: readonly Change[]
}

const bodyOf = (call: Call): Body => JSON.parse(call.body!) as Body
const withBody = (call: Call, body: Body): Call => ({ ...call, body: JSON.stringify(body) })

const mapPages =
  (change: (page: FeedPage, call: Call, context: SeamContext) => FeedPage | Promise<FeedPage>) =>
  async (call: Call, response: ServerResponse, context: SeamContext): Promise<ServerResponse> => {
    if (!isFeed(call) || response.status !== 200) return response
    const { digest: _, ...page } = JSON.parse(response.text) as FeedPage
    return { ...response, text: JSON.stringify(await change(page, call, context)) }
  }

const mapVerdicts =
  (change: (results: Verdict[], call: Call) => Verdict[]) =>
  (call: Call, response: ServerResponse): ServerResponse => {
    if (!isPush(call) || response.status !== 200) return response
    const { results } = JSON.parse(response.text) as { results: Verdict[] }
    return { ...response, text: JSON.stringify({ results: change(results, call) }) }
  }

async function counterOf({ backend, firm }: SeamContext): Promise<number> {
  const [row] = await backend.sql<{ n: string }[]>`select n from tenant_numbers where tenant_id = ${firm.tenantId}`
  return Number(row!.n)
}

/** Replaces each base with the values stored on first arrival, so no change ever conflicts. */
function lastWriterWins(): Seam {
  const rewritten = new Map<string, Change>()
  return {
    async request(call, { backend }) {
      if (!isPush(call)) return call
      const rows = await visibleRows(backend.sql, call.from.person)
      const { client, changes } = bodyOf(call)
      for (const change of changes) if (!rewritten.has(change.id)) rewritten.set(change.id, withBaseOf(rows, change))
      return withBody(call, { client, changes: changes.map(({ id }) => rewritten.get(id)!) })
    },
  }
}

const withBaseOf = (rows: Rows, change: Change): Change => ({
  ...change,
  ops: change.ops.map((op) => {
    const row = rows.get(`${op.entity} ${op.id}`)
    if (op.op !== 'update' || !row) return op
    return { ...op, base: Object.fromEntries(Object.keys(op.base).map((field) => [field, row[field]])) }
  }),
})

function forgetVerdicts(): Seam {
  const seen = new Set<string>()
  const dice = createDice(5)
  let given = new Map<string, string>()
  return {
    request(call) {
      if (!isPush(call)) return call
      given = new Map()
      const { client, changes } = bodyOf(call)
      const changed = changes.map((change) => {
        if (!seen.has(change.id)) {
          seen.add(change.id)
          return change
        }
        const id = uuidFrom(dice)
        given.set(id, change.id)
        return { ...change, id }
      })
      return withBody(call, { client, changes: changed })
    },
    response: mapVerdicts((results) => results.map((each) => ({ ...each, id: given.get(each.id) ?? each.id }))),
  }
}

function cutInsideNumber(page: FeedPage): FeedPage {
  const at = page.rows.findIndex(([, , number], index) => index > 0 && page.rows[index - 1]![2] === number)
  if (at < 0) return page
  const rows = page.rows.slice(0, at)
  return { ...page, rows, to: rows.at(-1)![2], more: true }
}

function scopeIgnored(): Seam {
  return {
    async response(call, response, context) {
      if (!isFeed(call) || response.status !== 409) return response
      const { scope } = JSON.parse(response.text) as { scope: string }
      const url = new URL(call.path, 'http://server')
      const clientScope = url.searchParams.get('scope')
      url.searchParams.set('scope', scope)
      const again = await context.network.serve({ ...call, path: `${url.pathname}${url.search}` })
      if (again.status !== 200) return response
      return { ...again, text: JSON.stringify({ ...(JSON.parse(again.text) as FeedPage), scope: clientScope }) }
    },
  }
}

const isTombstone = ([, , , fields]: FeedRow): boolean => fields === null

async function insertHiddenRow(page: FeedPage, call: Call, { backend, firm }: SeamContext): Promise<FeedPage> {
  if (call.from.person.role !== 'INVESTOR') return page
  const [all, investorRows] = await Promise.all([
    visibleRows(backend.sql, firm.staff[0]),
    visibleRows(backend.sql, firm.investor),
  ])
  const [key, row] =
    [...all].find(
      ([name, { number }]) =>
        !investorRows.has(name) &&
        name.startsWith('investments') &&
        (number as number) <= page.to &&
        (number as number) > page.from,
    ) ?? []
  if (!key || !row || page.rows.some(([, , number]) => number > (row['number'] as number))) return page
  const { id, number, createdBy: _, ...fields } = row
  return { ...page, rows: [...page.rows, ['investments', id as string, number as number, fields]] }
}

/** No lower seed detects the mutant. */
export const firstSeeds: Readonly<Record<string, number>> = {
  'the last writer wins': 12,
  'a repeated request is applied again': 6,
  'tombstones of rows that left an investor’s view are not sent': 6,
  'a scope change is ignored': 4,
  'a page contains another investor’s row': 13,
  'a deleted investment stays in the sums': 3,
}

export const ruleBrokenBy: Readonly<Record<string, string>> = {
  'the last writer wins': 'MERGE1',
  'a repeated request is applied again': 'PUSH3',
  'a page ends in the middle of a change number': 'PULL2',
  'the counter is read after the rows': 'PULL3',
  'tombstones of rows that left an investor’s view are not sent': 'PULL11',
  'tombstones of deleted rows are not sent': 'PULL5',
  'a scope change is ignored': 'PULL8',
  'a page contains another investor’s row': 'PULL12',
  'rejected changes are reported as applied': 'PUSH1',
  'verdicts are in the wrong order': 'PUSH1',
  'an older version of a row replaces a newer one': 'FOLD1',
  'a local change disappears before the feed delivers it': 'SEND6',
  'the last change of a batch is dropped but reported as applied': 'PUSH1',
  'a change is reported as saved before it is durable': 'SEND1',
  'a deleted investment stays in the sums': 'FOLLOW1',
}

export const mutants: Readonly<Record<string, () => Seam>> = {
  'the last writer wins': lastWriterWins,
  'a repeated request is applied again': forgetVerdicts,
  'a page ends in the middle of a change number': () => ({ response: mapPages(cutInsideNumber) }),
  'the counter is read after the rows': () => ({
    arrival: mapPages(async (page, _, context) => (page.more ? page : { ...page, to: await counterOf(context) })),
  }),
  'tombstones of rows that left an investor’s view are not sent': () => ({
    response: mapPages((page, { from }) =>
      from.person.role === 'INVESTOR' ? { ...page, rows: page.rows.filter((row) => !isTombstone(row)) } : page,
    ),
  }),
  'tombstones of deleted rows are not sent': () => ({
    response: mapPages((page, { from }) =>
      from.person.role === 'INVESTOR' ? page : { ...page, rows: page.rows.filter((row) => !isTombstone(row)) },
    ),
  }),
  'a scope change is ignored': scopeIgnored,
  'a page contains another investor’s row': () => ({ response: mapPages(insertHiddenRow) }),
  'rejected changes are reported as applied': () => ({
    response: mapVerdicts((results) =>
      results.map((each) => (each.verdict === 'rejected' ? { id: each.id, verdict: 'applied', number: null } : each)),
    ),
  }),
  'verdicts are in the wrong order': () => ({
    response: mapVerdicts((results) => results.map((each, at) => ({ ...results.at(-1 - at)!, id: each.id }))),
  }),
  'an older version of a row replaces a newer one': sendOlderRows,
  'a local change disappears before the feed delivers it': () => ({
    response: mapVerdicts((results) => results.map((each) => (each.code ? each : { ...each, number: null }))),
  }),
  'the last change of a batch is dropped but reported as applied': () => ({
    request(call) {
      if (!isPush(call) || bodyOf(call).changes.length < 2) return call
      const { client, changes } = bodyOf(call)
      return withBody(call, { client, changes: changes.slice(0, -1) })
    },
    response: mapVerdicts((results, call) =>
      bodyOf(call).changes.map(
        ({ id }) => results.find((each) => each.id === id) ?? { id, verdict: 'applied', number: null },
      ),
    ),
  }),
  'a change is reported as saved before it is durable': () => ({ isDiskLossy: true }),
  'a deleted investment stays in the sums': () => ({ response: keepDeletedInSums }),
}

async function keepDeletedInSums(
  call: Call,
  response: ServerResponse,
  { backend }: SeamContext,
): Promise<ServerResponse> {
  if (!isPush(call)) return response
  const ids = bodyOf(call).changes.map(({ id }) => id)
  await backend.sql`
    update projects p set raised_amount = p.raised_amount + i.amount from investments i
    where i.tenant_id = p.tenant_id and i.project_id = p.id and i.currency = p.currency and i.deleted_in = any(${ids})`
  return response
}

function sendOlderRows(): Seam {
  const sent = new Map<string, FeedRow>()
  return {
    response: mapPages((page, { from }) => {
      const rows = page.rows.map((row): FeedRow => {
        const [entity, id, number] = row
        const key = `${from.label} ${entity} ${id}`
        const older = sent.get(key)
        sent.set(key, row)
        return older && older[2] < number ? [entity, id, number, older[3]] : row
      })
      return { ...page, rows }
    }),
  }
}
