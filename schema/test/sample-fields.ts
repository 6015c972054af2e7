// Derived from the definition, so that tests cover a new field or entity.
import type { Entity } from '#schema/kernel/entity.ts'
import type { Field } from '#schema/kernel/field.ts'

export interface Sample {
  readonly token: string
  readonly references: (entity: string) => string | null
  readonly userId: string
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
      if (storage.holds === 'time') return `${10 * variant + before.filter(isTime).length}:30`
      if (storage.holds === 'phone') return `+1 202 555 010${variant}`
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
      if (storage.holds === 'ids') return [userId]
      if (storage.holds === 'changedValues') return [['name', token, null, 'projects', userId]]
      return storage.options ? storage.options.slice(0, variant) : { token }
  }
}

const isTime = ({ storage }: Field): boolean => 'holds' in storage && storage.holds === 'time'

/** Two currencies of one row must differ. */
const alike = (options: readonly string[], before: readonly Field[]): number =>
  before.filter(({ storage }) => storage.kind === 'choice' && storage.options === options).length

const fitting: Readonly<Record<string, Values>> = { investments: { status: 'EXITED' } }

const sampleEntries = (entity: Entity, sample: Sample): [string, unknown][] =>
  Object.entries(entity.fields).map(([name, field], index, all) => [
    name,
    fitting[entity.name]?.[name] ??
      sampleValue(
        field,
        sample,
        all.slice(0, index).map(([, each]) => each),
      ),
  ])

/** A new investor has no documents yet. */
const ofNewRows: Readonly<Record<string, Values>> = { investors: { kycDocuments: null } }

export const sampleFields = (entity: Entity, sample: Sample): Values => ({
  ...Object.fromEntries(sampleEntries(entity, sample).filter(([name]) => !entity.fields[name]!.byServer)),
  ...ofNewRows[entity.name],
})

export const storedSample = (entity: Entity, sample: Sample): Values =>
  Object.fromEntries(sampleEntries(entity, sample))

export const sampleChanges = (entity: Entity, sample: Sample): Values =>
  Object.fromEntries(
    Object.entries(sampleFields(entity, { ...sample, variant: 2 })).filter(
      ([name]) => !entity.fields[name]!.fixed && !['reference', 'user'].includes(entity.fields[name]!.storage.kind),
    ),
  )
