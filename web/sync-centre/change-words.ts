// How a change is told: what was done to what, and its fields in the person's language.
import type { TFunction } from 'i18next'
import { statusClass } from '#schema/enumerations.ts'
import { fieldsOf, type Operation, withRows } from '#schema/protocol.ts'
import { recordNameOf } from '#schema/record-name.ts'
import { type EntityName, entityNamed } from '#schema/registry.ts'
import type { OutboxEntry, Store } from '#web/store/contract.ts'
import { preferencesOf } from '#web/store/own-preferences.ts'
import { datesOf } from '#web/ui/use-dates.ts'
import { entityWord } from '#web/records/entity-word.ts'
import { exactMoney } from '#web/ui/money-format.ts'

export type Words = TFunction<['sync', 'fields', 'common']>
type Values = Readonly<Record<string, unknown>>
/** What records were called when the change was made, by id. */
export type Names = OutboxEntry['names']

const verbs = {
  create: 'sync:created',
  update: 'sync:updated',
  delete: 'sync:deleted',
  restore: 'sync:restored',
} as const

/** What was done to a record of which kind. */
export const changeVerb = (t: Words, op: Operation): string => t(verbs[op.op], { what: entityWord(op.entity) })

/** What the record is called: from the row on this device, else as it was called when the change was made. */
export function recordName(store: Store, t: Words, op: Operation, names: Names): string {
  const row = rowOf(store, op.entity, op.id)
  const values: Values = { ...(op.op === 'delete' ? op.base : fieldsOf(op)), ...row }
  const read = (entity: string, id: string) => rowOf(store, entity, id) ?? (names[id] ? { name: names[id] } : undefined)
  const known = row ? recordNameOf(op.entity, row, read) : names[op.id]
  return known ?? recordNameOf(op.entity, values, read) ?? t('sync:untitled', { what: entityWord(op.entity) })
}

const rowOf = (store: Store, entity: string, id: string): Values | undefined =>
  store.table(entity as EntityName).get(id) as Values | undefined

export function fieldName(t: Words, field: string): string {
  const [before, associated] = field.split('.')
  if (before === withRows) return t('sync:associated', { what: entityWord(associated ?? '') })
  const key = `fields:name.${field}`
  // Fields of screens that have no form here are told by their own name.
  return t(key as 'fields:name.name', { defaultValue: field })
}

const choiceKeys: Readonly<Record<string, string>> = {
  type: 'fields:projectType',
  paymentInstallment: 'fields:installment',
  kycStatus: 'fields:kyc',
}

/** The record that a value belongs to; `values` are what a change says of it beside the row on this device. */
export interface Whose {
  readonly entity: string
  readonly id: string
  readonly names: Names
  readonly values?: Values
}

/** A record's own currency, else that of its project. */
function currencyOf(store: Store, { entity, id, values }: Whose): string | undefined {
  const { currency, projectId }: Values = { ...rowOf(store, entity, id), ...values }
  if (typeof currency === 'string') return currency
  return typeof projectId === 'string' ? store.table('projects').get(projectId)?.currency : undefined
}

/** Whether a field holds an amount, a rate or a date. */
export function isFigure(entity: string, field: string): boolean {
  const kind = entityNamed(entity)?.fields[field]?.storage.kind
  return kind === 'decimal' || kind === 'date'
}

/** A field's value as the screens show it, to its last digit. */
export function fieldValue(store: Store, t: Words, whose: Whose, field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return t('sync:empty')
  if (typeof value === 'boolean') return value ? t('common:yes') : t('common:no')
  if (Array.isArray(value)) return String(value.length)
  if (typeof value !== 'string') return JSON.stringify(value)
  const storage = entityNamed(whose.entity)?.fields[field]?.storage
  if (field === 'status')
    return t(`fields:status.${statusClass(value)}` as 'fields:status.ACTIVE', { defaultValue: value })
  const choice = choiceKeys[field]
  if (choice) return t(`${choice}.${value}` as 'fields:status.ACTIVE', { defaultValue: value })
  if (storage?.kind === 'date')
    return datesOf(preferencesOf(store.table('userPreferences').all(), store.identity.id)).date(value)
  if (storage?.kind === 'decimal' && /^-?\d+(\.\d+)?$/.test(value)) {
    if (storage.precision === 15) return exactMoney(value, currencyOf(store, whose))
    return storage.precision === 5 ? `${value}%` : value
  }
  if (storage?.kind === 'reference') return referenceName(store, storage.to, value, whose.names)
  return value
}

const referenceName = (store: Store, entity: string, id: string, names: Names): string =>
  recordNameOf(entity, rowOf(store, entity, id) ?? {}) ?? names[id] ?? id
