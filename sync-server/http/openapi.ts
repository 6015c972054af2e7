// The API as OpenAPI 3.1, written from the same declarations that the routes are made of.
import * as z from 'zod'
import { codes } from '#schema/codes.ts'
import type { Entity } from '#schema/entity.ts'
import { type Answer, type Call, type Json, refusalsOf, type Shape } from './call.ts'
import {
  changesSchema,
  entitySchemas,
  fieldSchema,
  isRequired,
  objectSchema,
  ref,
  rowOf,
  uuid,
} from './entity-schemas.ts'
import { statusOf } from './errors.ts'

const schemaOf = (shape: Shape): Json =>
  '_zod' in shape ? (z.toJSONSchema(shape as z.core.$ZodType, { unrepresentable: 'any' }) as Json) : shape

const answerOf = ({ says, json, type }: Answer): Json => ({
  description: says,
  ...(json && { content: { 'application/json': { schema: schemaOf(json) } } }),
  ...(type && { content: { [type]: {} } }),
})

function parametersOf({ path, query = {}, parameters = [] }: Call): readonly Json[] {
  const inPath = path.includes(':id') ? [{ name: 'id', in: 'path', required: true, schema: uuid }] : []
  const inQuery = Object.entries(query).map(([name, field]) => ({
    name,
    in: 'query',
    required: isRequired(field),
    schema: fieldSchema(field),
  }))
  return [...inPath, ...inQuery, ...parameters]
}

function bodyOf({ body, changes, takes }: Call): Json {
  const json = body ? objectSchema(body) : changes && changesSchema(changes)
  if (json) return { requestBody: { required: true, content: { 'application/json': { schema: json } } } }
  return takes ? { requestBody: { required: true, content: { [takes.type]: { schema: schemaOf(takes.schema) } } } } : {}
}

const operationOf = (call: Call): Json => ({
  summary: call.says,
  parameters: parametersOf(call),
  ...bodyOf(call),
  responses: {
    ...Object.fromEntries(Object.entries(call.answers).map(([status, answer]) => [status, answerOf(answer)])),
    ...Object.fromEntries(
      [...Map.groupBy(refusalsOf(call), (code) => statusOf[code])].map(([status, refused]) => [
        status,
        answerOf({ says: refused.join(', '), json: refusalOf(call, status) }),
      ]),
    ),
  },
})

/** Whoever is refused because something has moved on is told how it is now. */
function refusalOf(call: Call, status: number): Json {
  const now = status === 409 ? stateOf(call) : undefined
  return now ? { anyOf: [ref('Error'), { allOf: [ref('Error'), now] }] } : ref('Error')
}

function stateOf({ who, path, tag, answers }: Call): Json | undefined {
  if (typeof who === 'object' && who.of.home === 'tenant' && path.includes('/:id')) return rowOf(who.of)
  if (!tag) return undefined
  // Beside what every refusal holds.
  const { additionalProperties: _, ...state } = schemaOf(answers[200]!.json!)
  return state
}

const error: Json = {
  type: 'object',
  required: ['message'],
  properties: {
    message: { type: 'string' },
    code: { type: 'string', enum: codes },
    errors: { type: 'object', additionalProperties: { type: 'string' } },
    issues: {
      type: 'object',
      description: 'The same errors as keys with parameters',
      additionalProperties: {
        type: 'object',
        required: ['key'],
        properties: { key: { type: 'string' }, params: { type: 'object' } },
      },
    },
    reason: { type: 'string', description: 'Of a 401: expired, revoked or deactivated, where it is known' },
    epoch: { type: 'string', description: 'Of EPOCH and SCOPE: those with which to ask from now on' },
    scope: { type: 'string' },
    narrowed: { type: 'boolean', description: 'Of SCOPE: whether the viewer may see less than before' },
  },
}

export function openApi(calls: readonly Call[], entities: readonly Entity[]): Json {
  const paths = Map.groupBy(calls, ({ path }) => path.replaceAll(/:(\w+)/g, '{$1}'))
  return {
    openapi: '3.1.0',
    info: { title: 'Holdfast', version: '1' },
    paths: Object.fromEntries(
      [...paths].map(([path, at]) => [path, Object.fromEntries(at.map((call) => [call.method, operationOf(call)]))]),
    ),
    components: { schemas: { Error: error, ...Object.assign({}, ...entities.map(entitySchemas)) } },
  }
}
