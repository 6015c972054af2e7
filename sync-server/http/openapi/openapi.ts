import * as z from 'zod'
import { codes, httpStatusOf } from '#schema/kernel/codes.ts'
import type { Entity } from '#schema/kernel/entity.ts'
import { protocolHeader, requestIdHeader } from '#schema/sync/protocol.ts'
import { type ResponseHeader, responseHeaders, personParameter } from '#server/http/headers/response-headers.ts'
import {
  type DescribedResponse,
  type Call,
  type Json,
  type DescribedRefusal,
  refusalsOf,
} from '#server/http/calls/call.ts'
import {
  changesSchema,
  entitySchemas,
  fieldSchema,
  isRequired,
  objectSchema,
  ref,
  rowOf,
  uuid,
} from '#server/http/calls/entity-schemas.ts'
import { jsonSchemaOf } from '#server/http/calls/shapes.ts'
import { isLink } from '#server/http/pages/error-page.ts'
import { unavailableStatus } from '#server/http/errors.ts'
import { isInParts } from '#server/http/calls/paging.ts'

const contentOf = ({ json, type }: DescribedResponse): Json => ({
  ...(json && { 'application/json': { schema: jsonSchemaOf(json) } }),
  ...(type && { [type]: {} }),
})

const headersOf = (names: Iterable<ResponseHeader>): Json =>
  Object.fromEntries([...new Set(names)].map((name) => [name, { $ref: `#/components/headers/${name}` }]))

function parametersOf({ path, query = {}, parameters = [] }: Call): readonly Json[] {
  const inPath = path.includes(':id') ? [{ name: 'id', in: 'path', required: true, schema: uuid }] : []
  const inQuery = Object.entries(query).map(([name, field]) => ({
    name,
    in: 'query',
    required: isRequired(field),
    schema: fieldSchema(field),
  }))
  const ofAll = path.startsWith('/api/') ? [{ $ref: '#/components/parameters/Person' }] : []
  return [...inPath, ...inQuery, ...parameters, ...ofAll]
}

function bodyOf({ body, changes, requestBody }: Call): Json {
  const json = body ? objectSchema(body) : changes && changesSchema(changes)
  if (json) return { requestBody: { required: true, content: { 'application/json': { schema: json } } } }
  return requestBody
    ? {
        requestBody: {
          required: true,
          content: { [requestBody.type]: { schema: jsonSchemaOf(requestBody.schema, 'input') } },
        },
      }
    : {}
}

const operationOf = (call: Call): Json => ({
  summary: call.summary,
  parameters: parametersOf(call),
  ...bodyOf(call),
  responses: responsesOf(call),
})

function responsesOf(call: Call): Json {
  const { responses, errorPages = {} } = call
  const refused = Map.groupBy(refusalsOf(call), ({ status }) => status)
  const statuses = new Set([...Object.keys(responses), ...refused.keys(), ...Object.keys(errorPages)].map(Number))
  return Object.fromEntries(
    [...statuses].map((status) => [status, responseOf(call, status, refused.get(status) ?? [])]),
  )
}

function responseOf(call: Call, status: number, refused: readonly DescribedRefusal[]): Json {
  const response = call.responses[status]
  const page = call.errorPages?.[status]
  const all: readonly DescribedResponse[] = [
    ...(response ? [response] : []),
    ...(refused.length ? [refusalResponse(call, status, refused)] : []),
    ...(page ? [{ description: page, type: 'text/html' }] : []),
  ]
  const content = Object.assign({}, ...all.map(contentOf)) as Json
  return {
    description: all.map(({ description }) => description).join('; '),
    headers: headersOf([...all.flatMap(({ headers = [] }) => headers), ...headersFollowing(call, status)]),
    ...(Object.keys(content).length && { content }),
  }
}

/** A signed-out visitor is redirected to the sign-in. */
const refusalResponse = (call: Call, status: number, refused: readonly DescribedRefusal[]): DescribedResponse => ({
  description: refused.map(({ code }) => code).join(', '),
  json: refusalOf(call, status),
  ...(isLink(call.path) && status !== httpStatusOf.UNAUTHORIZED && { type: 'text/html' }),
})

function headersFollowing(call: Call, status: number): readonly ResponseHeader[] {
  const { path, parameters = [], tag } = call
  const isDone = status < 300
  const given: readonly (readonly [boolean, ResponseHeader])[] = [
    [true, requestIdHeader],
    [path.startsWith('/api/'), protocolHeader],
    [isDone && tag !== undefined, 'ETag'],
    [isDone && isInParts(parameters), 'Link'],
    [status === 303, 'Location'],
    [status === 409 && isOfRecord(call), 'ETag'],
    [status === httpStatusOf.RATE_LIMITED || status === unavailableStatus, 'Retry-After'],
  ]
  return given.flatMap(([isGiven, name]) => (isGiven ? [name] : []))
}

function refusalOf(call: Call, status: number): Json {
  const now = status === 409 ? stateOf(call) : undefined
  return now ? { anyOf: [ref('Error'), { allOf: [ref('Error'), now] }] } : ref('Error')
}

const isOfRecord = ({ auth, path }: Call): boolean =>
  typeof auth === 'object' && auth.entity.home === 'tenant' && path.includes('/:id')

function stateOf(call: Call): Json | undefined {
  const { auth, tag, responses } = call
  if (typeof auth === 'object' && isOfRecord(call)) return rowOf(auth.entity)
  return tag ? jsonSchemaOf(responses[200]!.json!) : undefined
}

const error = z.object({
  message: z.string(),
  code: z.optional(z.enum(codes)),
  errors: z.optional(z.record(z.string(), z.string())),
  issues: z
    .optional(
      z.record(z.string(), z.looseObject({ key: z.string(), params: z.optional(z.record(z.string(), z.unknown())) })),
    )
    .describe('The same errors as keys with parameters'),
  reason: z.optional(z.string()).describe('Of a 401: expired, revoked or deactivated, where it is known'),
  epoch: z.optional(z.string()).describe('Of EPOCH and SCOPE: the values to send from now on'),
  scope: z.optional(z.string()),
  narrowed: z.optional(z.boolean()).describe('Of SCOPE: whether the viewer may see less than before'),
})

export function openApi(calls: readonly Call[], entities: readonly Entity[]): Json {
  const paths = Map.groupBy(calls, ({ path }) => path.replaceAll(/:(\w+)/g, '{$1}'))
  return {
    openapi: '3.1.0',
    info: { title: 'Holdfast', version: '1' },
    paths: Object.fromEntries(
      [...paths].map(([path, at]) => [path, Object.fromEntries(at.map((call) => [call.method, operationOf(call)]))]),
    ),
    components: {
      parameters: { Person: personParameter },
      headers: responseHeaders,
      schemas: { Error: jsonSchemaOf(error, 'input'), ...Object.assign({}, ...entities.map(entitySchemas)) },
    },
  }
}
