// The plain REST verbs of an entity. Each request becomes a change, is judged like every other, and is answered with
// the row as JSON.
import { createHash } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { v5 as uuidv5, v7 as uuidv7 } from 'uuid'
import type { Code } from '#schema/codes.ts'
import { type Entity, pathOf } from '#schema/entity.ts'
import { limits, type Verdict } from '#schema/protocol.ts'
import type { Viewer } from '#schema/viewer.ts'
import { canonicalJson } from '#schema/canonical-json.ts'
import { asPerson } from '../records/actor.ts'
import type { SubmittedOperation } from '../records/outcome.ts'
import { listText } from '../records/read.ts'
import type { WriteDeps } from '../records/noun-rules.ts'
import { writeChanges } from '../records/write.ts'
import type { Env } from './env.ts'
import { answerCode, RequestError } from './errors.ts'
import { filtersOf } from './filters.ts'
import { answerRow } from './answer-row.ts'
import { idempotencyKey, readObject, requireId, requireMayEver } from './request.ts'

export function restOf(deps: WriteDeps, of: Entity): Hono<Env> {
  const app = new Hono<Env>()
  const path = `/api/${pathOf(of)}`

  app.get(path, async (context) => {
    const viewer = requireMayEver(context, of, 'read')
    const filters = filtersOf(of, viewer, context.req.query())
    const text = await deps.database.tenant(viewer.tenantId, (tx) =>
      filters ? listText(tx, of, viewer, filters) : Promise.resolve('[]'),
    )
    return context.body(text, 200, { 'content-type': 'application/json' })
  })

  app.get(`${path}/:id`, async (context) => {
    const viewer = requireMayEver(context, of, 'read')
    return answer(context, viewer, requireId(context), 200)
  })

  app.post(path, async (context) => {
    const viewer = requireMayEver(context, of, 'create')
    const fields = await readObject(context, limits.requestBytes)
    const key = idempotencyKey(context)
    // The id derives from the key, so that a repeated request finds the row that the first one created.
    const id = key ? uuidv5(`${of.name} ${key}`, uuidv5.URL) : uuidv7()
    const verdict = await write(viewer, { op: 'create', entity: of.name, id, fields }, key)
    return answerVerdict(context, viewer, verdict, id, 201)
  })

  app.on(['PATCH', 'PUT'], `${path}/:id`, async (context) => {
    const viewer = requireMayEver(context, of, 'update')
    const id = requireId(context)
    const fields = await readObject(context, limits.requestBytes)
    const verdict = await write(viewer, { op: 'update', entity: of.name, id, fields, expect: ifMatch(context) })
    return answerVerdict(context, viewer, verdict, id, 200)
  })

  app.delete(`${path}/:id`, async (context) => {
    const viewer = requireMayEver(context, of, 'delete')
    const id = requireId(context)
    const verdict = await write(viewer, {
      op: 'delete',
      entity: of.name,
      id,
      expect: ifMatch(context),
      deletedIsMissing: true,
    })
    if (verdict.verdict === 'applied' || verdict.verdict === 'merged') return context.json({ success: true, id })
    return answerVerdict(context, viewer, verdict, id, 200)
  })

  app.post(`${path}/:id/restore`, async (context) => {
    const viewer = requireMayEver(context, of, 'delete')
    const id = requireId(context)
    return answerVerdict(context, viewer, await write(viewer, { op: 'restore', entity: of.name, id }), id, 200)
  })

  async function write(viewer: Viewer, op: SubmittedOperation, changeId = uuidv7()): Promise<Verdict> {
    const hash = createHash('sha256').update(canonicalJson(op)).digest('hex')
    const [verdict] = await writeChanges(deps, asPerson(viewer), [
      { id: changeId, hash, unknownFields: 'ignore', ops: [op] },
    ])
    return verdict!
  }

  const answer = (context: Context<Env>, viewer: Viewer, id: string, status: 200 | 201 | 409, body: object = {}) =>
    answerRow(deps, context, { of, viewer, id, status, body })

  function answerVerdict(
    context: Context<Env>,
    viewer: Viewer,
    verdict: Verdict,
    id: string,
    status: 200 | 201,
  ): Promise<Response> | Response {
    if (verdict.verdict === 'applied' || verdict.verdict === 'merged') return answer(context, viewer, id, status)
    const { message, code = 'CONFLICT', errors } = verdict
    if (code === 'CONFLICT') return answer(context, viewer, id, 409, { message, code })
    return answerCode(context, code as Code, errors ? { errors } : {})
  }

  return app
}

function ifMatch(context: Context<Env>): number | undefined {
  const header = context.req.header('if-match')
  if (header === undefined || header === '*') return undefined
  const number = /^"(\d{1,15})"$/.exec(header)?.[1]
  if (!number) throw new RequestError('VALIDATION', {}, 'If-Match is the number of the row in double quotes')
  return Number(number)
}
