// Declares a verb of an entity once: the call `POST /api/<entity>/:id/<verb>` derives from it, and server code uses
// `run`. A verb that only bundles operations has a plain right instead.
import { type Fields, pathOf, type Verb } from '#schema/kernel/entity.ts'
import type { ValuesOf } from '#schema/kernel/field.ts'
import { type CustomVerbOf, registry, type TenantEntityName } from '#schema/registry.ts'
import type { Viewer } from '#schema/kernel/viewer.ts'
import type { AuthRequirement } from '#server/auth/auth-requirement.ts'
import { type Actor, asPerson } from '#server/records/actor.ts'
import type { Batch } from '#server/records/write/batch.ts'
import type { WriteDeps } from '#server/records/rows/entity-rules.ts'
import { type OwnAct, transact } from '#server/records/write/transact.ts'
import { VerbRefused } from '#server/records/verb-refused.ts'
import { answerRow } from './answer-row.ts'
import { type Call, call, idempotencyParameter } from './call.ts'
import { rowOf } from './entity-schemas.ts'
import { idempotencyKey } from './request.ts'

type Given<Takes extends Fields, Changes extends Fields> = ValuesOf<Takes> & Partial<ValuesOf<Changes>>

type Named<Name extends TenantEntityName> =
  | { readonly verb: CustomVerbOf<Name>; readonly may?: never }
  /** Each operation needs its own permission and audit entry. */
  | { readonly verb: string; readonly may: Exclude<Verb, 'read'> }

type VerbPlan<Name extends TenantEntityName, Takes extends Fields, Changes extends Fields> = Named<Name> & {
  readonly entity: Name
  readonly takes?: Takes
  readonly changes?: Changes
  readonly summary: string
  /** Before the tenant is locked. */
  readonly check?: (deps: WriteDeps, viewer: Viewer, values: Given<Takes, Changes>) => Promise<void>
  readonly work: (batch: Batch, id: string, values: Given<Takes, Changes>) => Promise<unknown>
}

export interface VerbCall<Values = unknown> {
  readonly call: (deps: WriteDeps) => Call
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
          auth: { may: may ?? verb, entity: of } as Exclude<AuthRequirement, string>,
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
          return answerRow(deps, context, { entity: of, viewer, id, status: 200 })
        },
      ),
  }
}
