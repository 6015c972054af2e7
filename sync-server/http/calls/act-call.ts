import { pathOf, verbPath } from '#schema/kernel/entity.ts'
import type { EntityVerb } from '#schema/kernel/verb.ts'
import { parseInput } from '#schema/records/verb-input.ts'
import { registry, type TenantEntityName } from '#schema/registry.ts'
import type { Act } from '#schema/verbs.ts'
import { asPerson } from '#server/records/actor.ts'
import type { WriteDeps } from '#server/records/rows/entity-rules.ts'
import { transact } from '#server/records/write/transact.ts'
import { VerbRefused } from '#server/records/verb-refused.ts'
import { answerRow } from './answer-row.ts'
import { type Call, call, idempotencyParameter } from './call.ts'
import { objectSchema, rowOf } from './entity-schemas.ts'
import { idempotencyKey, readSmallObject } from './request.ts'

/** `POST /api/<entity>/:id/<verb>`. Writes as many rows as the verb needs. */
export function actCall(deps: WriteDeps, verb: EntityVerb): Call {
  const { entity, name, input, auth, summary } = verb
  const of = registry[entity as TenantEntityName]
  const hasInput = Object.keys(input).length > 0
  return call(
    {
      method: 'post',
      path: `/api/${pathOf(of)}/:id/${verbPath(name)}`,
      summary,
      auth: { may: auth, entity: of },
      parameters: [idempotencyParameter],
      ...(hasInput && { requestBody: { type: 'application/json', schema: objectSchema(input) } }),
      responses: { 200: { description: 'The record', json: rowOf(of), headers: ['ETag'] } },
      errors: ['CONFLICT', 'DELETED', 'DUPLICATE', 'PARENT_GONE', 'STATE'],
    },
    async ({ context, viewer, id }) => {
      const parsed = parseInput(verb, id, hasInput ? await readSmallObject(context) : {}, 'ignore')
      if (!parsed.ok) throw new VerbRefused('VALIDATION', parsed.issues)
      const act = { entity, verb: name, id, fields: parsed.values } as Act
      const key = idempotencyKey(context)
      await transact(deps, asPerson(viewer), (batch) => batch.act(act), {
        act: { entity, verb: name, id } as Act,
        key,
        given: act.fields,
      })
      return answerRow(deps, context, { entity: of, viewer, id, status: 200 })
    },
  )
}
