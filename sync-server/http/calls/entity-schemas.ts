import type { Entity } from '#schema/kernel/entity.ts'
import type { Field } from '#schema/kernel/field.ts'
import { timePattern } from '#schema/kernel/field-types.ts'
import type { Json, Shape } from './call.ts'
import { jsonSchemaOf } from './shapes.ts'

export const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

const nameOf = (entity: Entity): string => entity.name[0]!.toUpperCase() + entity.name.slice(1)
export const rowOf = (entity: Entity): Json => ref(`${nameOf(entity)}Row`)
export const fieldsOf = (entity: Entity): Json => ref(`${nameOf(entity)}Fields`)
export const changesOf = (entity: Entity): Json => ref(`${nameOf(entity)}Changes`)

export const uuid: Json = { type: 'string', format: 'uuid' }
export const time: Json = { type: 'string', format: 'date-time' }

const changedValuesText =
  'Each [field, from, to] of the record, or [field, from, to, entity, id] of another one that the same change wrote'

export function valueSchema({ storage, bounds }: Field): Json {
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
      return time
    case 'reference':
    case 'user':
      return uuid
    case 'json':
      if (storage.holds === 'ids') return { type: 'array', items: uuid }
      if (storage.holds === 'changedValues')
        return { type: 'array', items: { type: 'array' }, description: changedValuesText }
      return storage.options ? { type: 'array', items: { type: 'string', enum: storage.options } } : {}
    case 'email':
      return { type: 'string', format: 'email', maxLength: storage.max }
    default:
      return {
        type: 'string',
        maxLength: storage.max,
        ...(storage.holds === 'time' && { pattern: timePattern }),
      }
  }
}

const boundsText = (bounds: Field['bounds']): string =>
  ['A decimal string', ...Object.entries(bounds).map(([name, bound]) => `${name} ${bound}`)].join(', ')

export const fieldSchema = (field: Field): Json =>
  field.nullable ? { anyOf: [valueSchema(field), { type: 'null' }] } : valueSchema(field)

export const isRequired = ({ nullable, default: fallback }: Field): boolean => !nullable && fallback === undefined

export const objectSchema = (fields: Readonly<Record<string, Field>>): Json => ({
  type: 'object',
  properties: propertiesOf(Object.entries(fields)),
  required: Object.keys(fields).filter((name) => isRequired(fields[name]!)),
})

/** No field is required, but all of `more` are. */
export const changesSchema = (
  fields: Readonly<Record<string, Field>>,
  more: Readonly<Record<string, Shape>> = {},
): Json => ({
  type: 'object',
  properties: {
    ...propertiesOf(Object.entries(fields)),
    ...Object.fromEntries(Object.entries(more).map(([name, shape]) => [name, jsonSchemaOf(shape)])),
  },
  ...(Object.keys(more).length > 0 && { required: Object.keys(more) }),
})

const propertiesOf = (fields: readonly (readonly [string, Field])[]): Json =>
  Object.fromEntries(fields.map(([name, field]) => [name, fieldSchema(field)]))

/** Without fields that nobody may read. */
export const rowOfDirectory = ({ fields }: Entity, more: Readonly<Record<string, Shape>> = {}): Json =>
  changesSchema(Object.fromEntries(Object.entries(fields).filter(([, { readers }]) => readers !== 'nobody')), {
    id: uuid,
    createdAt: time,
    updatedAt: time,
    ...more,
  })

/** Null when the reader may not know the record, even if it is required. */
const asRead = (field: Field): Field => (field.knownFrom ? { ...field, nullable: true } : field)

export function entitySchemas(entity: Entity): Json {
  const readable = Object.entries(entity.fields).flatMap(([name, field]) =>
    field.readers === 'nobody' ? [] : [[name, asRead(field)] as const],
  )
  const settable = Object.entries(entity.fields).filter(([, { byServer }]) => !byServer)
  const stamps = {
    id: uuid,
    tenantId: uuid,
    number: { type: 'integer' },
    createdAt: time,
    updatedAt: time,
    createdBy: { anyOf: [uuid, { type: 'null' }], description: 'For staff; null where the server itself wrote' },
  }
  const joined = Object.fromEntries(Object.keys(entity.joins).map((name) => [name, { type: ['string', 'null'] }]))
  return {
    [`${nameOf(entity)}Row`]: { type: 'object', properties: { ...stamps, ...joined, ...propertiesOf(readable) } },
    [`${nameOf(entity)}Fields`]: objectSchema(Object.fromEntries(settable)),
    [`${nameOf(entity)}Changes`]: changesSchema(Object.fromEntries(settable)),
  }
}
