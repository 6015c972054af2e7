// The plain REST verbs of an entity. Each request becomes a change, is judged like every other, and is answered with
// the row as JSON.
import { createHash } from 'node:crypto'
import type { Context } from 'hono'
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
import { answerRow } from './answer-row.ts'
import { type Call, call, idempotencyParameter } from './call.ts'
import { changesOf, fieldsOf, rowOf } from './entity-schemas.ts'
import type { Env } from './env.ts'
import { answerCode, RequestError } from './errors.ts'
import { filterParameters, filtersOf } from './filters.ts'
import { linkAfter, pagingParameters, partOf } from './paging.ts'
import { idempotencyKey, readObject } from './request.ts'
import { requireSight } from './require-sight.ts'

const ifMatchParameter = {
  name: 'If-Match',
  in: 'header',
  schema: { type: 'string' },
  description: 'The number of the row, in double quotes: refused when the row has moved on',
}

export function restCalls(deps: WriteDeps, of: Entity): readonly Call[] {
  const path = `/api/${pathOf(of)}`
  const right = (may: 'read' | 'create' | 'update' | 'delete') => ({ may, of })
  const theRow = { says: 'The row', json: rowOf(of) }

  const list = call(
    {
      method: 'get',
      path,
      says: 'The rows that the viewer may see, oldest first; with `limit` a part of them, and the next one in `Link`',
      who: right('read'),
      parameters: [...filterParameters(of), ...pagingParameters],
      answers: { 200: { says: 'The rows', json: { type: 'array', items: rowOf(of) } } },
    },
    async ({ context, viewer }) => {
      const part = partOf(context)
      const { text, next } = await deps.database.tenant(viewer.tenantId, async (tx) => {
        const limited = await requireSight(tx, viewer, of)
        return listText(tx, of, limited, filtersOf(of, limited, context.req.query()), part)
      })
      return context.body(text, 200, { 'content-type': 'application/json', ...(next && linkAfter(context, next)) })
    },
  )

  const read = call(
    { method: 'get', path: `${path}/:id`, says: 'One row', who: right('read'), answers: { 200: theRow } },
    ({ context, viewer, id }) => answer(context, viewer, id, 200),
  )

  const create = call(
    {
      method: 'post',
      path,
      says: 'Creates a row; unknown fields and those that the server sets are ignored',
      who: right('create'),
      parameters: [idempotencyParameter],
      takes: { type: 'application/json', schema: fieldsOf(of) },
      answers: { 201: { says: 'The new row', json: rowOf(of) } },
      refuses: ['CONFLICT', 'DUPLICATE', 'PARENT_GONE'],
    },
    async ({ context, viewer }) => {
      const fields = await readObject(context, limits.requestBytes)
      const key = idempotencyKey(context)
      // The id derives from the key, so that a repeated request finds the row that the first one created.
      const id = key ? uuidv5(`${of.name} ${key}`, uuidv5.URL) : uuidv7()
      const verdict = await write(viewer, { op: 'create', entity: of.name, id, fields }, key)
      return answerVerdict(context, viewer, verdict, id, 201)
    },
  )

  const update = (method: 'patch' | 'put') =>
    call(
      {
        method,
        path: `${path}/:id`,
        says: 'Changes the fields that are sent',
        who: right('update'),
        parameters: [ifMatchParameter],
        takes: { type: 'application/json', schema: changesOf(of) },
        answers: { 200: theRow },
        refuses: ['CONFLICT', 'DUPLICATE', 'PARENT_GONE'],
      },
      async ({ context, viewer, id }) => {
        const fields = await readObject(context, limits.requestBytes)
        const verdict = await write(viewer, { op: 'update', entity: of.name, id, fields, expect: ifMatch(context) })
        return answerVerdict(context, viewer, verdict, id, 200)
      },
    )

  const remove = call(
    {
      method: 'delete',
      path: `${path}/:id`,
      says: 'Deletes the row and what belongs to it; it can be restored for 30 days',
      who: right('delete'),
      parameters: [ifMatchParameter],
      answers: {
        200: {
          says: 'Deleted',
          json: { type: 'object', properties: { success: { const: true }, id: { type: 'string' } } },
        },
      },
      refuses: ['CONFLICT', ...of.restrict.map(({ code }) => code)],
    },
    async ({ context, viewer, id }) => {
      const expect = ifMatch(context)
      const verdict = await write(viewer, { op: 'delete', entity: of.name, id, expect, deletedIsMissing: true })
      if (isAccepted(verdict)) return { success: true, id }
      return answerVerdict(context, viewer, verdict, id, 200)
    },
  )

  const restore = call(
    {
      method: 'post',
      path: `${path}/:id/restore`,
      says: 'Brings back the row with all that was deleted with it',
      who: right('delete'),
      answers: { 200: theRow },
      refuses: ['CONFLICT', 'DELETED', 'DUPLICATE', 'PARENT_GONE'],
    },
    async ({ context, viewer, id }) =>
      answerVerdict(context, viewer, await write(viewer, { op: 'restore', entity: of.name, id }), id, 200),
  )

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
    if (isAccepted(verdict)) return answer(context, viewer, id, status)
    const { message, code = 'CONFLICT', errors, issues } = verdict
    if (code === 'CONFLICT') return answer(context, viewer, id, 409, { message, code })
    return answerCode(context, code as Code, errors ? { errors, issues } : {})
  }

  return [list, read, create, update('patch'), update('put'), remove, restore]
}

const isAccepted = ({ verdict }: Verdict): boolean => verdict === 'applied' || verdict === 'merged'

function ifMatch(context: Context<Env>): number | undefined {
  const header = context.req.header('if-match')
  if (header === undefined || header === '*') return undefined
  const number = /^"(\d{1,15})"$/.exec(header)?.[1]
  if (!number) throw new RequestError('VALIDATION', {}, 'If-Match is the number of the row in double quotes')
  return Number(number)
}
