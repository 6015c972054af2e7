// A verb of an entity, declared once: what it takes and what it writes. The call `POST /api/<entity>/:id/<verb>` derives
// from the declaration and answers with the record; the server's own code uses the verb with `run`.
import { type Fields, pathOf } from '#schema/entity.ts'
import type { ValuesOf } from '#schema/field.ts'
import { type OwnVerbOf, registry, type TenantEntityName } from '#schema/registry.ts'
import type { Viewer } from '#schema/viewer.ts'
import { type Actor, asPerson } from '../records/actor.ts'
import type { Batch } from '../records/batch.ts'
import type { WriteDeps } from '../records/noun-rules.ts'
import { type OwnAct, transact } from '../records/transact.ts'
import { answerRow } from './answer-row.ts'
import { type Call, call, idempotencyParameter, type Who } from './call.ts'
import { rowOf } from './entity-schemas.ts'
import { idempotencyKey } from './request.ts'

interface VerbPlan<Name extends TenantEntityName, Of extends Fields> {
  readonly entity: Name
  readonly verb: OwnVerbOf<Name>
  /** The fields of the body. */
  readonly takes: Of
  readonly says: string
  /** Refuses values of a request before the firm is locked: what is known outside of its records. */
  readonly check?: (deps: WriteDeps, viewer: Viewer, values: ValuesOf<Of>) => Promise<void>
  /** What the verb does to the record with this id. */
  readonly work: (batch: Batch, id: string, values: ValuesOf<Of>) => Promise<unknown>
}

export interface VerbCall<Of extends Fields = Fields> {
  readonly call: (deps: WriteDeps) => Call
  /** With a `key` the same question gets the same answer and is done once. */
  run(deps: WriteDeps, actor: Actor, id: string, values: ValuesOf<Of>, key?: string): Promise<void>
}

export function verbCall<Name extends TenantEntityName, const Of extends Fields>(
  plan: VerbPlan<Name, Of>,
): VerbCall<Of> {
  const { entity, verb, takes, says, check, work } = plan
  const of = registry[entity]
  const run: VerbCall<Of>['run'] = async (deps, actor, id, values, key) => {
    const act = { entity, verb, id } as OwnAct
    await transact(deps, actor, (batch) => work(batch, id, values), { act, key, given: values })
  }
  return {
    run,
    call: (deps) =>
      call(
        {
          method: 'post',
          path: `/api/${pathOf(of)}/:id/${verb}`,
          says,
          who: { may: verb, of } as Exclude<Who, string>,
          parameters: [idempotencyParameter],
          body: takes,
          answers: { 200: { says: 'The record', json: rowOf(of) } },
          refuses: ['CONFLICT', 'DELETED', 'DUPLICATE', 'PARENT_GONE'],
        },
        async ({ context, viewer, id, body }) => {
          await check?.(deps, viewer, body)
          await run(deps, asPerson(viewer), id, body, idempotencyKey(context))
          return answerRow(deps, context, { of, viewer, id, status: 200 })
        },
      ),
  }
}
