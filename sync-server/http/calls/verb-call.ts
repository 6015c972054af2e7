// A verb of an entity, declared once: what it takes and what it writes. The call `POST /api/<entity>/:id/<verb>` derives
// from the declaration and answers with the record; the server's own code uses the verb with `run`. The entity declares
// a verb that is more than its operations; one that only bundles them has a plain right instead.
import { type Fields, pathOf, type Verb } from '#schema/kernel/entity.ts'
import type { ValuesOf } from '#schema/kernel/field.ts'
import { type CustomVerbOf, registry, type TenantEntityName } from '#schema/registry.ts'
import type { Viewer } from '#schema/kernel/viewer.ts'
import type { Who } from '#server/auth/who.ts'
import { type Actor, asPerson } from '#server/records/actor.ts'
import type { Batch } from '#server/records/write/batch.ts'
import type { WriteDeps } from '#server/records/rows/noun-rules.ts'
import { type OwnAct, transact } from '#server/records/write/transact.ts'
import { VerbRefused } from '#server/records/verb-refused.ts'
import { answerRow } from './answer-row.ts'
import { type Call, call, idempotencyParameter } from './call.ts'
import { rowOf } from './entity-schemas.ts'
import { idempotencyKey } from './request.ts'

type Given<Takes extends Fields, Changes extends Fields> = ValuesOf<Takes> & Partial<ValuesOf<Changes>>

type Named<Name extends TenantEntityName> =
  | { readonly verb: CustomVerbOf<Name>; readonly may?: never }
  /** For those who may ever do this; each operation then needs its own permission, and is told in its own words. */
  | { readonly verb: string; readonly may: Exclude<Verb, 'read'> }

type VerbPlan<Name extends TenantEntityName, Takes extends Fields, Changes extends Fields> = Named<Name> & {
  readonly entity: Name
  /** The fields of the body. */
  readonly takes?: Takes
  /** The same, when the body leaves out those that do not change. */
  readonly changes?: Changes
  readonly summary: string
  /** Refuses values of a request before the firm is locked: what is known outside of its records. */
  readonly check?: (deps: WriteDeps, viewer: Viewer, values: Given<Takes, Changes>) => Promise<void>
  /** What the verb does to the record with this id. */
  readonly work: (batch: Batch, id: string, values: Given<Takes, Changes>) => Promise<unknown>
}

export interface VerbCall<Values = unknown> {
  readonly call: (deps: WriteDeps) => Call
  /** With a `key` the same question gets the same answer and is done once. */
  run(deps: WriteDeps, actor: Actor, id: string, values: Values, key?: string): Promise<void>
}

export function verbCall<
  Name extends TenantEntityName,
  const Takes extends Fields = {},
  const Changes extends Fields = {},
>(plan: VerbPlan<Name, Takes, Changes>): VerbCall<Given<Takes, Changes>> {
  const { entity, verb, may, takes, changes, summary, check, work } = plan
  const of = registry[entity]
  const run: VerbCall<Given<Takes, Changes>>['run'] = async (deps, actor, id, values, key) => {
    if (!may) {
      const act = { entity, verb, id } as OwnAct
      return void (await transact(deps, actor, (batch) => work(batch, id, values), { act, key, given: values }))
    }
    const onRecord = async (batch: Batch) => {
      if (!(await batch.get(entity, id))) throw new VerbRefused('NOT_FOUND')
      return work(batch, id, values)
    }
    await transact(deps, actor, onRecord, { key, given: [entity, verb, id, values] })
  }
  return {
    run,
    call: (deps) =>
      call(
        {
          method: 'post',
          path: `/api/${pathOf(of)}/:id/${verb}`,
          summary,
          auth: { may: may ?? verb, of } as Exclude<Who, string>,
          parameters: [idempotencyParameter],
          ...(takes && { body: takes }),
          ...(changes && { changes }),
          responses: { 200: { description: 'The record', json: rowOf(of), headers: ['ETag'] } },
          errors: ['CONFLICT', 'DELETED', 'DUPLICATE', 'PARENT_GONE'],
        },
        async ({ context, viewer, id, body, changes: changed }) => {
          const values = { ...body, ...changed } as Given<Takes, Changes>
          await check?.(deps, viewer, values)
          await run(deps, asPerson(viewer), id, values, idempotencyKey(context))
          return answerRow(deps, context, { of, viewer, id, status: 200 })
        },
      ),
  }
}
