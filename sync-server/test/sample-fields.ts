// Valid values for an entity, read off its definition, so that a new field or entity is tested without a word here.
import type { Entity } from '#schema/entity.ts'
import type { Field } from '#schema/field.ts'

export interface Sample {
  /** Stands in every free text, so that it can be searched for in what the server says. */
  readonly token: string
  /** The row that a reference points to. */
  readonly references: (entity: string) => string | null
  readonly userId: string
  /** Another set of values of the same entity. */
  readonly variant?: 1 | 2
}

type Values = Record<string, unknown>

function sampleValue(
  { storage, bounds }: Field,
  { token, references, userId, variant = 1 }: Sample,
  before: readonly Field[],
): unknown {
  switch (storage.kind) {
    case 'text':
    case 'secret':
      return `${token}${variant}`.slice(0, storage.max)
    case 'email':
      return `${token.toLowerCase()}${variant}@example.com`
    case 'url':
      return `https://example.com/${token}${variant}`
    case 'choice':
      return storage.options[(variant - 1 + alike(storage.options, before)) % storage.options.length]
    case 'flag':
      return variant === 1
    case 'integer':
      return Number(bounds.min ?? 0) + variant
    case 'decimal':
      return `${variant}.${'5'.padEnd(storage.scale, '0')}`
    case 'date':
      return `2026-0${variant}-15`
    case 'moment':
      return `2026-0${variant}-15T08:00:00.000Z`
    case 'reference':
      return references(storage.to)
    case 'user':
      return userId
    case 'json':
      return { token }
  }
}

/** How many fields of the same choices come before: two currencies of one row are not the same. */
const alike = (options: readonly string[], before: readonly Field[]): number =>
  before.filter(({ storage }) => storage.kind === 'choice' && storage.options === options).length

const sampleEntries = (of: Entity, sample: Sample): [string, unknown][] =>
  Object.entries(of.fields).map(([name, field], at, all) => [
    name,
    sampleValue(
      field,
      sample,
      all.slice(0, at).map(([, each]) => each),
    ),
  ])

/** What a person may set on a row of the entity. */
export const sampleFields = (of: Entity, sample: Sample): Values =>
  Object.fromEntries(sampleEntries(of, sample).filter(([name]) => !of.fields[name]!.byServer))

/** Values for every field, also those that the server alone sets. */
export const storedSample = (of: Entity, sample: Sample): Values => Object.fromEntries(sampleEntries(of, sample))

/** Of the sample of variant 2, what an update may bring. */
export const sampleChanges = (of: Entity, sample: Sample): Values =>
  Object.fromEntries(
    Object.entries(sampleFields(of, { ...sample, variant: 2 })).filter(
      ([name]) => !of.fields[name]!.fixed && !['reference', 'user'].includes(of.fields[name]!.storage.kind),
    ),
  )
