import { type Fields, pathOf } from '#schema/kernel/entity.ts'
import type { ValuesOf } from '#schema/kernel/field.ts'
import { type CustomVerbOf, registry, type TenantEntityName } from '#schema/registry.ts'
import type { Viewer } from '#schema/kernel/viewer.ts'
import type { AuthRequirement } from '#server/auth/auth-requirement.ts'
import { type Actor, asPerson } from '#server/records/actor.ts'
import type { Batch } from '#server/records/write/batch.ts'
import type { WriteDeps } from '#server/records/rows/entity-rules.ts'
import { type AuditedVerb, transact } from '#server/records/write/transact.ts'
import { respondWithRow } from './row-response.ts'
import { type Call, call, idempotencyParameter } from './call.ts'
import { rowOf } from './entity-schemas.ts'
import { idempotencyKey } from './request.ts'

interface VerbPlan<Name extends TenantEntityName, Takes extends Fields> {
  readonly entity: Name
  readonly verb: CustomVerbOf<Name>
  readonly input: Takes
  readonly summary: string
  /** Before the tenant is locked. */
  readonly check?: (deps: WriteDeps, viewer: Viewer, values: ValuesOf<Takes>) => Promise<void>
  readonly work: (batch: Batch, id: string, values: ValuesOf<Takes>) => Promise<unknown>
}

export interface VerbCall<Values = unknown> {
  readonly call: (deps: WriteDeps) => Call
  run(deps: WriteDeps, actor: Actor, id: string, values: Values, key?: string): Promise<void>
}

export function verbCall<Name extends TenantEntityName, const Takes extends Fields>({
  entity,
  verb,
  input,
  summary,
  check,
  work,
}: VerbPlan<Name, Takes>): VerbCall<ValuesOf<Takes>> {
  const definition = registry[entity]
  const run: VerbCall<ValuesOf<Takes>>['run'] = async (deps, actor, id, values, key) => {
    const act = { entity, verb, id } as AuditedVerb
    await transact(deps, actor, (batch) => work(batch, id, values), { act, key, given: values })
  }
  return {
    run,
    call: (deps) =>
      call(
        {
          method: 'post',
          path: `/api/${pathOf(definition)}/:id/${verb}`,
          summary,
          auth: { may: verb, entity: definition } as Exclude<AuthRequirement, string>,
          parameters: [idempotencyParameter],
          body: input,
          responses: { 200: { description: 'The record', json: rowOf(definition), headers: ['ETag'] } },
          errors: ['CONFLICT', 'DELETED', 'DUPLICATE', 'PARENT_GONE'],
        },
        async ({ context, viewer, id, body }) => {
          await check?.(deps, viewer, body)
          await run(deps, asPerson(viewer), id, body, idempotencyKey(context))
          return respondWithRow(deps, context, { entity: definition, viewer, id, status: 200 })
        },
      ),
  }
}
