// `POST /api/<entity>/:id/<verb>`: asks for a verb of an entity's own, with values of the given fields, and answers with
// the record.
import { Hono } from 'hono'
import { type Fields, pathOf } from '#schema/entity.ts'
import type { ValueOf } from '#schema/field.ts'
import { type EntityName, type OwnVerbOf, registry } from '#schema/registry.ts'
import type { PersonActor } from '../records/actor.ts'
import type { WriteDeps } from '../records/noun-rules.ts'
import type { Env } from './env.ts'
import { answerRow } from './answer-row.ts'
import { idempotencyKey, readValues, requireActor, requireId, requireMayEver } from './request.ts'

interface Asking<Of extends Fields> {
  /** The record's id. */
  readonly id: string
  readonly values: { readonly [Name in keyof Of]: ValueOf<Of[Name]> }
  /** Set when the caller may ask again: the change's id. */
  readonly key: string | undefined
}

interface Definition<Name extends EntityName, Of extends Fields> {
  readonly entity: Name
  readonly verb: OwnVerbOf<Name>
  /** The fields of the body. */
  readonly takes: Of
  /** What the answer is, for the description of the API. */
  readonly says: string
  readonly run: (deps: WriteDeps, actor: PersonActor, asking: Asking<Of>) => Promise<unknown>
}

export interface VerbRoute extends Pick<Definition<EntityName, Fields>, 'entity' | 'takes' | 'says'> {
  readonly verb: string
  readonly path: string
  readonly routes: (deps: WriteDeps) => Hono<Env>
}

export function verbRoute<Name extends EntityName, const Of extends Fields>(
  definition: Definition<Name, Of>,
): VerbRoute {
  const { entity, verb, takes, says, run } = definition
  const of = registry[entity]
  const path = `/api/${pathOf(of)}/:id/${verb}`
  const routes = (deps: WriteDeps): Hono<Env> =>
    new Hono<Env>().post(path, async (context) => {
      const viewer = requireMayEver(context, of, verb)
      const id = requireId(context)
      const values = await readValues(context, takes)
      await run(deps, requireActor(context), { id, values, key: idempotencyKey(context) })
      return answerRow(deps, context, { of, viewer, id, status: 200 })
    })
  return { entity, verb, takes, says, path, routes }
}
