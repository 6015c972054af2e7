export type Schema = Readonly<Record<string, unknown>>

export interface OpenApiOperation {
  readonly method: string
  readonly path: string
  readonly parameters: readonly {
    readonly name: string
    readonly in: string
    readonly required?: boolean
    readonly schema: Schema
  }[]
  readonly body: { readonly type: string; readonly schema: Schema } | undefined
  readonly responses: Readonly<Record<string, Schema | undefined>>
  readonly contentTypesByStatus: Readonly<Record<string, readonly string[]>>
  readonly headers: Readonly<Record<string, readonly string[]>>
}

export interface Description {
  readonly calls: readonly OpenApiOperation[]
  readonly components: Readonly<Record<string, Schema>>
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>
}

type Parameter = OpenApiOperation['parameters'][number]

interface PathOperation {
  readonly parameters: readonly (Parameter | { readonly $ref: string })[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content & { readonly headers: object }>>
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, PathOperation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly parameters: Readonly<Record<string, Parameter>>
  }
}

export async function describeCalls(device: { get(path: string): Promise<Response> }): Promise<Description> {
  const description = (await (await device.get('/api/openapi.json')).json()) as OpenApi
  return { calls: callsIn(description), components: description.components.schemas }
}

export const callsIn = ({ paths, components }: OpenApi): readonly OpenApiOperation[] =>
  Object.entries(paths).flatMap(([path, at]) =>
    Object.entries(at).map(([method, { parameters, requestBody, responses }]) => ({
      method: method.toUpperCase(),
      path,
      parameters: parameters.map((each) =>
        '$ref' in each ? components.parameters[each.$ref.split('/').at(-1)!]! : each,
      ),
      body: bodyOf(requestBody),
      responses: Object.fromEntries(
        Object.entries(responses).map(([status, { content }]) => [status, content?.['application/json']?.schema]),
      ),
      contentTypesByStatus: mapped(responses, ({ content = {} }) => Object.keys(content)),
      headers: mapped(responses, ({ headers }) => Object.keys(headers).map((each) => each.toLowerCase())),
    })),
  )

const mapped = <From, To>(all: Readonly<Record<string, From>>, to: (each: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(all).map(([name, each]) => [name, to(each)]))

function bodyOf(body: Content | undefined): OpenApiOperation['body'] {
  const [first] = Object.entries(body?.content ?? {})
  return first && { type: first[0], schema: first[1].schema ?? {} }
}

export function sampleOf(schema: Schema, components: Description['components']): unknown {
  const { $ref, anyOf, enum: options, properties, required = [], items, const: only, default: usual } = schema
  if (typeof $ref === 'string') return sampleOf(components[$ref.split('/').at(-1)!]!, components)
  if (only !== undefined) return only
  if (usual !== undefined) return usual
  if (Array.isArray(anyOf)) return sampleOf(anyOf[0] as Schema, components)
  if (Array.isArray(options)) return options[0]
  const type = Array.isArray(schema['type']) ? schema['type'][0] : schema['type']
  if (type === 'object')
    return Object.fromEntries(
      (required as string[]).map((name) => [name, sampleOf((properties as Record<string, Schema>)[name]!, components)]),
    )
  if (type === 'array') return Number(schema['minItems'] ?? 0) > 0 ? [sampleOf(items as Schema, components)] : []
  if (type === 'integer' || type === 'number') return Number(schema['minimum'] ?? 1)
  if (type === 'boolean') return true
  return type === 'string' ? sampleText(schema) : null
}

function sampleText({ format, pattern, minLength = 0 }: Schema): string {
  if (format === 'uuid') return '0197a3b0-0000-7000-8000-00000000000a'
  if (format === 'email') return 'somebody@example.com'
  if (format === 'date') return '2026-03-15'
  if (format === 'date-time') return '2026-03-15T10:00:00.000Z'
  if (typeof pattern === 'string' && pattern.startsWith('^-?\\d')) return '1'
  return 'Sample'.padEnd(Number(minLength), 'e')
}
