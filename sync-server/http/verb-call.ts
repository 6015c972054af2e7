// `POST /api/<entity>/:id/<verb>`: asks for a verb of an entity's own, with values of the given fields, and answers with
// the record.
import { type Fields, pathOf } from '#schema/entity.ts'
import type { ValueOf } from '#schema/field.ts'
import { type EntityName, type OwnVerbOf, registry } from '#schema/registry.ts'
import { asPerson, type PersonActor } from '../records/actor.ts'
import type { WriteDeps } from '../records/noun-rules.ts'
import { answerRow } from './answer-row.ts'
import { type Call, call, idempotencyParameter } from './call.ts'
import { rowOf } from './entity-schemas.ts'
import { idempotencyKey } from './request.ts'

interface Asking<Of extends Fields> {
  /** The record's id. */
  readonly id: string
  readonly values: { readonly [Name in keyof Of]: ValueOf<Of[Name]> }
  /** Set when the caller may ask again: the change's id. */
  readonly key: string | undefined
}

interface VerbPlan<Name extends EntityName, Of extends Fields> {
  readonly entity: Name
  readonly verb: OwnVerbOf<Name>
  /** The fields of the body. */
  readonly takes: Of
  readonly says: string
  readonly run: (deps: WriteDeps, actor: PersonActor, asking: Asking<Of>) => Promise<unknown>
}

export type VerbCall = (deps: WriteDeps) => Call

export function verbCall<Name extends EntityName, const Of extends Fields>(plan: VerbPlan<Name, Of>): VerbCall {
  const { entity, verb, takes, says, run } = plan
  const of = registry[entity]
  return (deps) =>
    call(
      {
        method: 'post',
        path: `/api/${pathOf(of)}/:id/${verb}`,
        says,
        who: { may: verb, of },
        parameters: [idempotencyParameter],
        body: takes,
        answers: { 200: { says: 'The record', json: rowOf(of) } },
        refuses: ['CONFLICT', 'DELETED', 'DUPLICATE', 'PARENT_GONE'],
      },
      async ({ context, viewer, id, body: values }) => {
        await run(deps, asPerson(viewer), { id, values, key: idempotencyKey(context) })
        return answerRow(deps, context, { of, viewer, id, status: 200 })
      },
    )
}
