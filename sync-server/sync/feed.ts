// The newest state of each changed row, in number order. The JSON goes from the database to the socket unchanged.
import type { Context } from 'hono'
import * as z from 'zod/mini'
import {
  type FeedHead,
  feedHead,
  feedPath,
  type FeedRefusal,
  type Checkpoint,
  maxUnsent,
  maxUnsentAge,
  protocolHeader,
  protocolVersion,
  unsentAgeHeader,
  unsentHeader,
} from '#schema/sync/protocol.ts'
import { isStaff, type Viewer } from '#schema/kernel/viewer.ts'
import type { Sessions, DeviceReport } from '#server/auth/sessions.ts'
import type { Database, TenantTx } from '#server/db/connect/database.ts'
import { protocolParameter } from '#server/http/headers/response-headers.ts'
import { type Call, call } from '#server/http/calls/call.ts'
import { compressed } from '#server/http/client/compress.ts'
import type { Env } from '#server/http/env.ts'
import { respondWithCode, RequestError } from '#server/http/errors.ts'
import { detectForeignCheckpoints } from '#server/records/judge/recovery.ts'
import type { OnFeedPage } from '#server/monitoring/observers.ts'
import { audiencesOfViewer, viewerParams } from '#server/records/read/visible-to.ts'
import { digestSql, pageSql, totalSql } from './page-sql.ts'
import { requireProtocol } from './protocol-version.ts'
import { epochRefusal, restrictTo, refusalOf, type SyncState, syncStateOf } from './scope.ts'

const maxCheckpoints = 8

/** Planning costs more than reading, so each connection plans once. Citus finds the shard by the parameters' values. */
const planOnce = `select set_config('plan_cache_mode',
  case when current_setting('citus.shard_count', true) is null then 'force_generic_plan' else 'auto' end, true)`

const feedRow = z.tuple([z.string(), z.string(), z.int(), z.nullable(z.record(z.string(), z.unknown()))])
const feedPage = z.extend(feedHead, { rows: z.array(feedRow) })

interface FeedQuery {
  readonly after: number
  readonly epoch: string
  readonly scope: string
  readonly digest: boolean
  readonly now: Date
  readonly known: readonly Checkpoint[]
}

type FeedResponse =
  | { readonly refused: FeedRefusal; readonly isForked: boolean }
  | { readonly head: FeedHead; readonly rows: string; readonly behind: number }

/** In seconds; null if the device reports none. */
const outboxAgeOf = ({ req }: Context<Env>): number | null => countIn(req.header(unsentAgeHeader), maxUnsentAge)

interface FeedDeps {
  readonly database: Database
  readonly now: () => Date
  readonly sessions: Pick<Sessions, 'recordReport'>
  readonly onFeedPage?: OnFeedPage | undefined
}

export const feedCall = (deps: FeedDeps): Call =>
  call(
    {
      method: 'get',
      path: feedPath,
      summary: 'A page of what the viewer may see, after a number',
      auth: 'person',
      parameters: [
        { name: 'after', in: 'query', required: true, schema: { type: 'integer', minimum: 0 } },
        protocolParameter,
        { name: unsentHeader, in: 'header', schema: { type: 'integer', minimum: 0, maximum: maxUnsent } },
        { name: unsentAgeHeader, in: 'header', schema: { type: 'integer', minimum: 0, maximum: maxUnsentAge } },
        ...['epoch', 'scope', 'digest', 'known'].map((name) => ({ name, in: 'query', schema: { type: 'string' } })),
      ],
      responses: {
        200: {
          description: 'The head of a page, and `rows`, each [entity, id, number, fields or null]',
          json: feedPage,
        },
      },
      errors: ['VALIDATION', 'EPOCH', 'SCOPE', 'TOO_OLD', 'NEWER', 'WIPE'],
    },
    async ({ context, session }) => {
      const { viewer } = session
      requireProtocol(context)
      const { after = '', epoch = '', scope = '', digest } = context.req.query()
      if (!/^\d{1,15}$/.test(after)) throw new RequestError('VALIDATION', {}, 'after is a number')
      if (Number(after) > 0 && (!epoch || !scope))
        throw new RequestError('VALIDATION', {}, 'epoch and scope go with a number above 0')
      await deps.sessions.recordReport(session, deviceReportOf(context))
      const now = deps.now()
      const query = { after: Number(after), epoch, scope, digest: digest === '1', known: checkpointsOf(context), now }
      const response = await readFeed(deps.database, viewer, query)
      if ('isForked' in response && response.isForked) {
        await detectForeignCheckpoints(deps.database, viewer, query.known, deps.now())
        return respondWithCode(context, 'EPOCH', { ...(await epochRefusal(deps.database, viewer, scope)) })
      }
      if ('refused' in response) return respondWithCode(context, response.refused.code, { ...response.refused })
      deps.onFeedPage?.({
        hasMore: response.head.more,
        behind: query.after > 0 ? response.behind : null,
        outboxAge: outboxAgeOf(context),
      })
      return compressed(context, feedText(response.head, response.rows), 'application/json')
    },
  )

/** `known=<number>:<mark>`, from heads and verdicts. */
function checkpointsOf(context: Context<Env>): Checkpoint[] {
  const given = context.req.queries('known') ?? []
  if (given.length > maxCheckpoints)
    throw new RequestError('VALIDATION', {}, `known is given at most ${maxCheckpoints} times`)
  return given.map(parseCheckpoint)
}

function parseCheckpoint(given: string): Checkpoint {
  const [, number, mark] = /^(\d{1,15}):([\w-]{1,64})$/.exec(given) ?? []
  if (!number || !mark) throw new RequestError('VALIDATION', {}, 'known is a number and its mark')
  return { number: Number(number), mark }
}

/** Malformed values are treated as missing, never as an error. */
function deviceReportOf({ req }: Context<Env>): DeviceReport {
  return {
    version: countIn(req.header(protocolHeader), protocolVersion),
    unsent: countIn(req.header(unsentHeader), maxUnsent),
  }
}

const countIn = (given = '', most: number): number | null =>
  /^\d{1,9}$/.test(given) ? Math.min(Number(given), most) : null

interface Page {
  readonly highWaterMark: number
  readonly more: boolean
  readonly to: number
  readonly mark: string | null
  readonly rows: string
}

const readFeed = (database: Database, person: Viewer, query: FeedQuery): Promise<FeedResponse> =>
  // One snapshot for the counter, its rows, the total and the digest.
  database.snapshot(person.tenantId, async (tx) => {
    const [syncState] = await Promise.all([syncStateOf(tx, person, query.known), tx.query(planOnce)])
    const viewer = restrictTo(syncState, person)
    const code = refusal(syncState, query)
    if (code) return { refused: refusalOf(code, syncState, query.scope), isForked: syncState.isForked }
    const [page] = await tx.query<Page>(pageSql(viewer, query.now), [
      ...viewerParams(viewer),
      query.after,
      syncState.began,
      audiencesOfViewer(viewer),
      ...(isStaff(viewer) ? [] : [syncState.lowerBound]),
    ])
    if (query.after <= page!.highWaterMark)
      return {
        head: await headOf(tx, viewer, query, syncState, page!),
        rows: page!.rows,
        behind: page!.highWaterMark - query.after,
      }
    if (!syncState.restriction?.isOlder) return { refused: refusalOf('EPOCH', syncState, query.scope), isForked: false }
    return { head: await headOf(tx, viewer, query, syncState, nothingAfter(query)), rows: '', behind: 0 }
  })

/**
 * A newer version sends this viewer more rows than this node knows. The checkpoint proves that the device is ahead
 * within this epoch.
 */
function nothingAfter({ after: to, known }: FeedQuery): Page {
  const point = known.find(({ number }) => number === to)
  if (!point) throw new RequestError('NEWER')
  return { highWaterMark: to, more: false, to, mark: point.mark, rows: '' }
}

function refusal(syncState: SyncState, { after: from, epoch, scope }: FeedQuery): FeedRefusal['code'] | null {
  if (syncState.isForked) return 'EPOCH'
  if (epoch === '' && scope === '' && from === 0) return null
  if (epoch !== syncState.epoch) return 'EPOCH'
  return scope === syncState.scope ? null : 'SCOPE'
}

async function headOf(
  tx: TenantTx,
  viewer: Viewer,
  query: FeedQuery,
  { epoch, scope, restriction, durable }: SyncState,
  { more, to, mark }: Page,
): Promise<FeedHead> {
  const [total] =
    query.after === 0 ? await tx.query<{ total: number }>(totalSql(viewer, query.now), viewerParams(viewer)) : []
  const [digest] =
    query.digest && !more && !restriction
      ? await tx.query<{ count: number; xor: string }>(digestSql(viewer), viewerParams(viewer))
      : []
  return {
    person: viewer.userId,
    ...(mark === null ? {} : { mark }),
    epoch,
    scope,
    from: query.after,
    to,
    more,
    total: total?.total ?? null,
    durable: durableFor(viewer, durable, to),
    at: query.now.toISOString(),
    ...(digest ? { digest } : {}),
    ...(restriction?.isOlder ? { older: true as const } : {}),
  }
}

/** For an INVESTOR, any other number would reveal the firm's activity. */
const durableFor = (viewer: Viewer, durable: number, to: number): number =>
  isStaff(viewer) ? durable : durable >= to ? to : 0

const feedText = (head: FeedHead, rows: string): string => `${JSON.stringify(head).slice(0, -1)},"rows":[${rows}]}`
