import * as fc from 'fast-check'
import type { Description, Schema } from './responses/described-calls.ts'

const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(
    null,
    '',
    '\u0000',
    '\ud800',
    '=1+1',
    'javascript:alert(1)',
    "'; drop table projects; --",
    '9'.repeat(400),
    '1e999',
    -1,
    1e21,
    '0000-00-00',
    '9999-12-31T23:59:59.999Z',
    { __proto__: null, constructor: { prototype: 1 } },
    [[]],
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
)

type Components = Description['components']

export function arbitraryOf(schema: Schema, components: Components, isWild = true): fc.Arbitrary<unknown> {
  const valid = validOf(schema, components, isWild)
  return isWild ? fc.oneof({ weight: 9, arbitrary: valid }, { weight: 1, arbitrary: odd }) : valid
}

function validOf(schema: Schema, components: Components, isWild: boolean): fc.Arbitrary<unknown> {
  const { $ref, anyOf, enum: options, const: only } = schema
  const nested = (each: unknown) => arbitraryOf(each as Schema, components, isWild)
  if (typeof $ref === 'string') return nested(components[$ref.split('/').at(-1)!])
  if (only !== undefined) return fc.constant(only)
  if (Array.isArray(anyOf)) return fc.oneof(...anyOf.map(nested))
  if (Array.isArray(options)) return fc.constantFrom(...(options as unknown[]))
  const type = Array.isArray(schema['type']) ? schema['type'][0] : schema['type']
  if (type === 'object') return objectOf(schema, nested)
  if (type === 'array') return fc.array(nested(schema['items'] ?? {}), { maxLength: 3 })
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer' || type === 'number') return fc.integer({ min: Number(schema['minimum'] ?? -5), max: 1_000 })
  return type === 'string' ? textOf(schema) : fc.jsonValue({ maxDepth: 1 })
}

function objectOf(
  { properties = {}, required = [] }: Schema,
  nested: (schema: unknown) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties as Record<string, Schema>).map(
    ([name, each]) => [name, nested(each)] as const,
  )
  return fc.record(Object.fromEntries(fields), { requiredKeys: required as string[] })
}

function textOf({ format, pattern, maxLength = 60 }: Schema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid()
  if (format === 'email') return fc.emailAddress()
  if (format === 'date') return dates.map((day) => day.toISOString().slice(0, 10))
  if (format === 'date-time') return dates.map((day) => day.toISOString())
  if (typeof pattern === 'string' && pattern.startsWith('^-?\\d'))
    return fc
      .tuple(fc.integer({ min: -1_000, max: 1_000_000 }), fc.integer({ min: 0, max: 99 }))
      .map((each) => each.join('.'))
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern))
  return fc.string({ unit: 'grapheme', maxLength: Math.min(60, Number(maxLength)) })
}

const dates = fc.date({ min: new Date('1990-01-01'), max: new Date('2080-01-01'), noInvalidDate: true })
