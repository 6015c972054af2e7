// The sync routes: they parse, find the viewer, and pass on to the records or the feed.
import type { Context } from 'hono'
import * as z from 'zod'
import {
  change,
  changesAnswer,
  changesPath,
  feedHead,
  feedPath,
  type Known,
  limits,
  mostUnsent,
  protocolHeader,
  protocolVersion,
  streamPath,
  unsentHeader,
} from '#schema/protocol.ts'
import { entityNamed } from '#schema/registry.ts'
import type { Session, Sessions, Told } from '../auth/sessions.ts'
import { asPerson } from '../records/actor.ts'
import { noticeHistory } from '../records/recovery.ts'
import type { WriteDeps } from '../records/noun-rules.ts'
import type { Submitted } from '../records/outcome.ts'
import { writeKnowing } from '../records/write.ts'
import { readJson } from '../http/body.ts'
import { compressed } from '../http/compress.ts'
import { type Call, call } from '../http/call.ts'
import { uuid } from '../http/entity-schemas.ts'
import type { Env } from '../http/env.ts'
import type { Spend } from '../http/operation-limit.ts'
import { isOfRights, type TellRefusal } from '../http/tell-refusals.ts'
import { answerCode, RequestError } from '../http/errors.ts'
import { feedText, readFeed } from './feed.ts'
import { readChanges } from './read-changes.ts'
import { refusalOf, standingOf } from './scope.ts'
import { streamHeaders, type Streams } from './stream.ts'
import { nameWriters } from './writer-names.ts'

const mostPoints = 8
/** The oldest protocol that this server still speaks. */
const oldestProtocol = 1

function requireProtocol(context: Context<Env>): void {
  const given = context.req.header(protocolHeader)
  if (given === undefined) return
  const version = /^\d{1,6}$/.test(given) ? Number(given) : 0
  if (version < oldestProtocol) throw new RequestError('TOO_OLD', { min: oldestProtocol })
  if (version > protocolVersion) throw new RequestError('NEWER')
}

/**
 * `known=<number>:<mark>`: a point of its history that a device names, from a head or a verdict; it may name several.
 */
function knownOf(context: Context<Env>): Known[] {
  const given = context.req.queries('known') ?? []
  if (given.length > mostPoints) throw new RequestError('VALIDATION', {}, `known is given at most ${mostPoints} times`)
  return given.map(pointIn)
}

function pointIn(given: string): Known {
  const [, number, mark] = /^(\d{1,15}):([\w-]{1,64})$/.exec(given) ?? []
  if (!number || !mark) throw new RequestError('VALIDATION', {}, 'known is a number and its mark')
  return { number: Number(number), mark }
}

/** Never a reason to refuse: what cannot be read was not said. */
function toldBy({ req }: Context<Env>): Told {
  const read = (name: string, most: number) => {
    const given = req.header(name) ?? ''
    return /^\d{1,9}$/.test(given) ? Math.min(Number(given), most) : null
  }
  return { version: read(protocolHeader, protocolVersion), unsent: read(unsentHeader, mostUnsent) }
}

interface SyncDeps extends WriteDeps {
  readonly streams: Streams
  readonly spend: Spend
  readonly tellRefusal: TellRefusal
  readonly sessions: Pick<Sessions, 'hear'>
}

export function syncCalls(deps: SyncDeps): readonly Call[] {
  const feed = async (context: Context<Env>, session: Session): Promise<Response> => {
    const { viewer } = session
    requireProtocol(context)
    const { after = '', epoch = '', scope = '', digest } = context.req.query()
    if (!/^\d{1,15}$/.test(after)) throw new RequestError('VALIDATION', {}, 'after is a number')
    if (Number(after) > 0 && (!epoch || !scope))
      throw new RequestError('VALIDATION', {}, 'epoch and scope go with a number above 0')
    await deps.sessions.hear(session, toldBy(context))
    const now = deps.now()
    const query = { after: Number(after), epoch, scope, digest: digest === '1', known: knownOf(context), now }
    const answer = await readFeed(deps.database, viewer, query)
    if ('isForked' in answer && answer.isForked)
      await deps.database.tenant(viewer.tenantId, (tx) =>
        noticeHistory(tx, deps.database.upkeep, viewer, query.known, deps.now()),
      )
    if ('refused' in answer) return answerCode(context, answer.refused.code, { ...answer.refused })
    return compressed(context, feedText(answer.head, answer.rows), 'application/json')
  }

  const changes = async (context: Context<Env>, { viewer }: Session): Promise<Response> => {
    requireProtocol(context)
    const { known, submitted } = readChanges(await readJson(context, limits.requestBytes))
    deps.spend(
      viewer,
      submitted.reduce((sum, each) => sum + ('ops' in each ? each.ops.length : 1), 0),
    )
    const results = await writeKnowing(deps, asPerson(viewer), submitted, known)
    for (const [index, { code }] of (results ?? []).entries()) tellRefused(context, submitted[index]!, code)
    if (results)
      return context.json({ person: viewer.userId, results: await nameWriters(deps.database, viewer, results) })
    const standing = await deps.database.tenant(viewer.tenantId, (tx) => standingOf(tx, viewer))
    return answerCode(context, 'EPOCH', { ...refusalOf('EPOCH', standing, '') })
  }

  /** Of a change that was refused as a whole, the first operation stands for all. */
  function tellRefused(context: Context<Env>, each: Submitted, code: string | undefined): void {
    const op = 'ops' in each ? each.ops[0] : undefined
    if (!op || !isOfRights(code) || !entityNamed(op.entity)) return
    deps.tellRefusal(context, { entity: op.entity, verb: op.op, id: op.id, code, call: `POST ${changesPath}` })
  }

  const stream = async (context: Context<Env>, session: Session): Promise<Response> => {
    // The router passes HEAD to this handler: it gets the headers, and no stream is opened.
    if (context.req.method === 'HEAD') return context.body(null, 200, streamHeaders)
    return deps.streams.open(session, context.req.raw.signal)
  }

  return [
    call(
      {
        method: 'get',
        path: feedPath,
        says: 'A page of what the viewer may see, after a number',
        who: 'person',
        parameters: [
          { name: 'after', in: 'query', required: true, schema: { type: 'integer', minimum: 0 } },
          { name: unsentHeader, in: 'header', schema: { type: 'integer', minimum: 0, maximum: mostUnsent } },
          ...['epoch', 'scope', 'digest', 'known'].map((name) => ({ name, in: 'query', schema: { type: 'string' } })),
        ],
        answers: {
          200: { says: 'The head of a page, and `rows`, each [entity, id, number, fields or null]', json: feedHead },
        },
        refuses: ['EPOCH', 'SCOPE', 'TOO_OLD', 'NEWER'],
      },
      ({ context, session }) => feed(context, session),
    ),
    call(
      {
        method: 'post',
        path: changesPath,
        says: 'Judges changes, in order',
        who: 'person',
        takes: { type: 'application/json', schema: changesAsked },
        answers: { 200: { says: 'One verdict per change', json: changesAnswer } },
        refuses: ['EPOCH', 'TOO_OLD', 'NEWER', 'RATE_LIMITED'],
      },
      ({ context, session }) => changes(context, session),
    ),
    call(
      {
        method: 'get',
        path: streamPath,
        says: 'Tells when there is something new for the viewer',
        who: 'person',
        parameters: [{ name: 'person', in: 'query', schema: uuid }],
        answers: { 200: { says: 'Server-sent events `number`', type: 'text/event-stream' } },
      },
      ({ context, session }) => stream(context, session),
    ),
  ]
}

const changesAsked = {
  type: 'object',
  required: ['client', 'changes'],
  properties: {
    client: uuid,
    changes: {
      type: 'array',
      maxItems: limits.changesPerRequest,
      items: z.toJSONSchema(change, { unrepresentable: 'any' }),
    },
  },
}
