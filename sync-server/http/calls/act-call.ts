import * as z from 'zod'
import { pathOf, verbPath } from '#schema/kernel/entity.ts'
import type { EntityVerb } from '#schema/kernel/verb.ts'
import { parseInput } from '#schema/records/verb-input.ts'
import { registry, type TenantEntityName } from '#schema/registry.ts'
import { shownHash } from '#schema/sync/protocol.ts'
import type { Act } from '#schema/verbs.ts'
import { asPerson } from '#server/records/actor.ts'
import type { WriteDeps } from '#server/records/rows/entity-rules.ts'
import { transact } from '#server/records/write/transact.ts'
import { CodedError } from '#server/records/coded-error.ts'
import { respondWithRow } from './row-response.ts'
import { type Call, call, idempotencyParameter, type Json } from './call.ts'
import { objectSchema, rowOf } from './entity-schemas.ts'
import { expectIn, idempotencyKey, readSmallObject, seedIn } from './request.ts'
import { jsonSchemaOf } from './shapes.ts'

export function actCall(deps: WriteDeps, verb: EntityVerb): Call {
  const { entity, name, input, auth, summary } = verb
  const definition = registry[entity as TenantEntityName]
  const isExpectable = verb.shown !== undefined
  const creates = verb.creates !== undefined
  const hasBody = isExpectable || creates || Object.keys(input).length > 0
  return call(
    {
      method: 'post',
      path: `/api/${pathOf(definition)}/:id/${verbPath(name)}`,
      summary,
      auth: { may: auth, entity: definition },
      parameters: [idempotencyParameter],
      ...(hasBody && { requestBody: { type: 'application/json', schema: bodySchema(verb) } }),
      responses: { 200: { description: 'The record', json: rowOf(definition), headers: ['ETag'] } },
      errors: ['CONFLICT', 'DELETED', 'DUPLICATE', 'PARENT_GONE', 'STATE', ...(isExpectable ? expectErrors : [])],
    },
    async ({ context, viewer, id }) => {
      const body = hasBody ? await readSmallObject(context) : {}
      const parsed = parseInput(verb, id, body, 'ignore')
      if (!parsed.ok) throw new CodedError('VALIDATION', parsed.issues)
      const act = { entity, verb: name, id, fields: parsed.values } as Act
      const given = { ...(isExpectable && expectIn(body)), ...(creates && seedIn(body)) }
      const key = idempotencyKey(context)
      await transact(deps, asPerson(viewer), (batch) => batch.act({ ...act, ...given }), {
        act: { entity, verb: name, id } as Act,
        key,
        given: { ...act.fields, ...given },
      })
      return respondWithRow(deps, context, { entity: definition, viewer, id, status: 200 })
    },
  )
}

const expectErrors = ['RESULT_CHANGED'] as const

/** Optional: the hash of what the person was shown, and the seed of the ids of created rows. */
function bodySchema({ input, shown, creates }: EntityVerb): Json {
  const schema = objectSchema(input)
  const properties = {
    ...(schema['properties'] as Json),
    ...(shown && { expect: jsonSchemaOf(shownHash) }),
    ...(creates && { seed: jsonSchemaOf(z.uuidv7()) }),
  }
  return { ...schema, properties }
}
