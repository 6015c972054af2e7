import type { Context } from 'hono'
import { v5 as uuidv5, v7 as uuidv7 } from 'uuid'
import type { Code } from '#schema/kernel/codes.ts'
import type { Entity } from '#schema/kernel/entity.ts'
import { isAccepted, type Verdict } from '#schema/sync/protocol.ts'
import type { Viewer } from '#schema/kernel/viewer.ts'
import { asPerson } from '#server/records/actor.ts'
import { hashOf } from '#server/records/hash-of.ts'
import type { SubmittedOperation } from '#server/records/judge/outcome.ts'
import { writeChanges } from '#server/records/write/write.ts'
import type { ListDeps } from './list-response.ts'
import { respondConflict, respondWithRow } from './row-response.ts'
import { type AddressOf, requestOrigin } from '#server/http/headers/client-address.ts'
import type { Env } from '#server/http/env.ts'
import { respondWithCode } from '#server/http/errors.ts'
import { idempotencyKey } from './request.ts'

export interface RestDeps extends ListDeps {
  readonly addressOf: AddressOf
}

export function restWriter(deps: RestDeps, entity: Entity) {
  async function write(
    context: Context<Env>,
    viewer: Viewer,
    op: SubmittedOperation,
    changeId = uuidv7(),
  ): Promise<Verdict> {
    const [verdict] = await writeChanges(deps, asPerson(viewer, requestOrigin(context, deps.addressOf)), [
      { id: changeId, hash: hashOf(op), unknownFields: 'ignore', ops: [op] },
    ])
    return verdict!
  }

  const respond = (context: Context<Env>, viewer: Viewer, id: string, status: 200 | 201) =>
    respondWithRow(deps, context, { entity, viewer, id, status })

  function respondWithVerdict(
    context: Context<Env>,
    viewer: Viewer,
    verdict: Verdict,
    id: string,
    status: 200 | 201,
  ): Promise<Response> | Response {
    if (isAccepted(verdict)) return respond(context, viewer, id, status)
    const { message, code = 'CONFLICT', errors, issues } = verdict
    if (code === 'CONFLICT') return respondConflict(deps, context, { entity, viewer, id }, message)
    return respondWithCode(context, code as Code, errors ? { errors, issues } : {})
  }

  /** A retry finds the row that the first request created. */
  async function create(context: Context<Env>, viewer: Viewer, fields: Record<string, unknown>): Promise<Response> {
    const key = idempotencyKey(context)
    const id = entity.idForUser?.(viewer.userId) ?? (key ? uuidv5(`${entity.name} ${key}`, uuidv5.URL) : uuidv7())
    const verdict = await write(context, viewer, { op: 'create', entity: entity.name, id, fields }, key)
    return respondWithVerdict(context, viewer, verdict, id, 201)
  }

  return { write, create, respond, respondWithVerdict }
}
