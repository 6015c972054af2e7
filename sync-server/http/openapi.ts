// The API as OpenAPI 3.1, derived from the same entities and shapes that the routes use.
import * as z from 'zod'
import { codes } from '#schema/codes.ts'
import { type Entity, pathOf } from '#schema/entity.ts'
import type { Field } from '#schema/field.ts'
import { change, changesAnswer, feedHead } from '#schema/protocol.ts'
import { registry } from '#schema/registry.ts'
import type { VerbRoute } from './verb-route.ts'

type Json = Record<string, unknown>

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: Json): Json => ({ content: { 'application/json': { schema } } })
const answer = (description: string, schema: Json): Json => ({ description, ...json(schema) })
const failures = (...statuses: number[]): Json =>
  Object.fromEntries(statuses.map((status) => [status, answer('Refused', ref('Error'))]))

function valueSchema({ storage, bounds }: Field): Json {
  switch (storage.kind) {
    case 'flag':
      return { type: 'boolean' }
    case 'integer':
      return { type: 'integer' }
    case 'choice':
      return { type: 'string', enum: storage.options }
    case 'decimal':
      return {
        type: 'string',
        pattern: `^-?\\d{1,${storage.precision - storage.scale}}(\\.\\d{1,${storage.scale}})?$`,
        description: boundsText(bounds),
      }
    case 'date':
      return { type: 'string', format: 'date' }
    case 'moment':
      return { type: 'string', format: 'date-time' }
    case 'reference':
    case 'user':
      return { type: 'string', format: 'uuid' }
    case 'json':
      return {}
    case 'email':
      return { type: 'string', format: 'email', maxLength: storage.max }
    default:
      return { type: 'string', maxLength: storage.max }
  }
}

const boundsText = (bounds: Field['bounds']): string =>
  ['A decimal string', ...Object.entries(bounds).map(([name, bound]) => `${name} ${bound}`)].join(', ')

const fieldSchema = (field: Field): Json =>
  field.nullable ? { anyOf: [valueSchema(field), { type: 'null' }] } : valueSchema(field)

const rowName = (of: Entity): string => of.name[0]!.toUpperCase() + of.name.slice(1)

function entitySchemas(of: Entity): Json {
  const readable = Object.entries(of.fields).filter(([, field]) => field.readers !== 'nobody')
  const settable = Object.entries(of.fields).filter(([, field]) => !field.byServer)
  const properties = (fields: typeof readable) =>
    Object.fromEntries(fields.map(([name, field]) => [name, fieldSchema(field)]))
  const uuid = { type: 'string', format: 'uuid' }
  const time = { type: 'string', format: 'date-time' }
  const stamps = { id: uuid, tenantId: uuid, number: { type: 'integer' }, createdAt: time, updatedAt: time }
  const joined = Object.fromEntries(Object.keys(of.joins).map((name) => [name, { type: ['string', 'null'] }]))
  const required = settable.filter(([, field]) => !field.nullable && field.default === undefined).map(([name]) => name)
  return {
    [`${rowName(of)}Row`]: { type: 'object', properties: { ...stamps, ...joined, ...properties(readable) } },
    [`${rowName(of)}Fields`]: { type: 'object', properties: properties(settable), required },
    [`${rowName(of)}Changes`]: { type: 'object', properties: properties(settable) },
  }
}

function entityPaths(of: Entity): Json {
  const path = `/api/${pathOf(of)}`
  const row = ref(`${rowName(of)}Row`)
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }
  const ifMatch = {
    name: 'If-Match',
    in: 'header',
    schema: { type: 'string' },
    description: 'The number of the row, in double quotes',
  }
  const filters = Object.entries(of.fields)
    .filter(([, { storage }]) => ['reference', 'choice', 'flag', 'date', 'email'].includes(storage.kind))
    .map(([name, field]) => ({ name, in: 'query', schema: valueSchema(field) }))
  const update = {
    requestBody: json(ref(`${rowName(of)}Changes`)),
    responses: { 200: answer('The row', row), ...failures(400, 401, 403, 404, 409, 413) },
  }
  return {
    [path]: {
      get: {
        parameters: filters,
        responses: {
          200: answer('The rows that the viewer may see', { type: 'array', items: row }),
          ...failures(400, 401, 403),
        },
      },
      post: {
        parameters: [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string', format: 'uuid' } }],
        requestBody: json(ref(`${rowName(of)}Fields`)),
        responses: { 201: answer('The new row', row), ...failures(400, 401, 403, 409, 413) },
      },
    },
    [`${path}/{id}`]: {
      parameters: [id],
      get: { responses: { 200: answer('The row', row), ...failures(401, 403, 404) } },
      patch: { parameters: [ifMatch], ...update },
      put: { parameters: [ifMatch], ...update },
      delete: {
        parameters: [ifMatch],
        responses: { 200: answer('Deleted', { type: 'object' }), ...failures(401, 403, 404, 409) },
      },
    },
    [`${path}/{id}/restore`]: {
      parameters: [id],
      post: {
        responses: { 200: answer('The row, with all that was deleted with it', row), ...failures(401, 403, 404, 409) },
      },
    },
  }
}

function verbPath({ entity, path, takes, says }: VerbRoute): Json {
  const parameters = [
    { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
    { name: 'Idempotency-Key', in: 'header', schema: { type: 'string', format: 'uuid' } },
  ]
  const properties = Object.fromEntries(Object.entries(takes).map(([name, field]) => [name, fieldSchema(field)]))
  const required = Object.keys(takes).filter((name) => !takes[name]!.nullable)
  const post = {
    requestBody: json({ type: 'object', properties, required }),
    responses: { 200: answer(says, ref(`${rowName(registry[entity])}Row`)), ...failures(400, 401, 403, 404, 409) },
  }
  return { [path.replace(':id', '{id}')]: { parameters, post } }
}

const syncPaths: Json = {
  '/api/sync/feed': {
    get: {
      parameters: ['after', 'epoch', 'scope', 'digest'].map((name) => ({
        name,
        in: 'query',
        required: name === 'after',
        schema: { type: 'string' },
      })),
      responses: {
        200: answer('A page: its head and `rows`, each [entity, id, number, fields or null]', ref('FeedHead')),
        ...failures(400, 401, 409, 426, 503),
      },
    },
  },
  '/api/sync/changes': {
    post: {
      requestBody: json({
        type: 'object',
        required: ['client', 'changes'],
        properties: { client: { type: 'string', format: 'uuid' }, changes: { type: 'array', items: ref('Change') } },
      }),
      responses: {
        200: answer('One verdict per change, in order', ref('Verdicts')),
        ...failures(400, 401, 413, 426, 503),
      },
    },
  },
  '/api/trash': {
    get: {
      responses: {
        200: answer('What was deleted in the last 30 days, by group', {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              entity: { type: 'string' },
              id: { type: 'string', format: 'uuid' },
              title: { type: ['string', 'null'] },
              deletedAt: { type: 'string', format: 'date-time' },
              deletedBy: { type: ['string', 'null'] },
              rows: { type: 'object', additionalProperties: { type: 'integer' } },
            },
          },
        }),
        ...failures(401, 403),
      },
    },
  },
  '/api/sync/stream': {
    get: {
      responses: {
        200: { description: 'Server-sent events `number`', content: { 'text/event-stream': {} } },
        ...failures(401),
      },
    },
  },
}

const sessionPaths: Json = {
  '/api/login': {
    get: { responses: { 200: { description: 'The sign-in page' } } },
    post: { responses: { 303: { description: 'Signed in' }, 401: { description: 'Wrong' } } },
  },
  '/api/logout': { get: { responses: { 303: { description: 'Signed out' } } } },
  '/api/auth/user': { get: { responses: { 200: answer('Who is signed in', { type: 'object' }), ...failures(401) } } },
  '/api/auth/user/role': { patch: { responses: failures(401, 403) } },
}

export function openApi(rest: readonly Entity[], verbs: readonly VerbRoute[]): Json {
  const error = {
    type: 'object',
    required: ['message'],
    properties: {
      message: { type: 'string' },
      code: { type: 'string', enum: codes },
      errors: { type: 'object', additionalProperties: { type: 'string' } },
      reason: { type: 'string', description: 'Of a 401: expired, revoked or deactivated, where it is known' },
    },
  }
  const shape = (schema: z.core.$ZodType): Json => z.toJSONSchema(schema, { unrepresentable: 'any' }) as Json
  return {
    openapi: '3.1.0',
    info: { title: 'Holdfast', version: '1' },
    paths: {
      ...sessionPaths,
      ...Object.assign({}, ...rest.map(entityPaths), ...verbs.map(verbPath)),
      ...syncPaths,
    },
    components: {
      schemas: {
        Error: error,
        Change: shape(change),
        Verdicts: shape(changesAnswer),
        FeedHead: shape(feedHead),
        ...Object.assign({}, ...rest.map(entitySchemas)),
      },
    },
  }
}
