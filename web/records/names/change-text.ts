import i18next from 'i18next'
import { isErased } from '#schema/kernel/erased-value.ts'
import { isStatus } from '#schema/kernel/field.ts'
import { fieldsOf, type Operation, withRows } from '#schema/sync/protocol.ts'
import { holdingOf } from '#schema/records/record-name.ts'
import { type EntityName, entityNamed } from '#schema/registry.ts'
import { preferencesOf } from '#schema/entities/user-preferences/entity.ts'
import type { Values } from '#schema/kernel/parse.ts'
import { currencyInStore } from '#web/records/data/currency-of.ts'
import {
  choiceLabel,
  fieldLabel,
  flagLabel,
  pluralName,
  statusLabel,
  untitledText,
} from '#web/records/names/entity-texts.ts'
import { readerOf } from '#web/records/data/read-any.ts'
import { holdingTitle, titleOf } from '#web/records/names/record-title.ts'
import { userName } from '#web/records/names/user-name.ts'
import type { OutboxEntry, Store } from '#web/store/base/contract.ts'
import { exactDecimal } from '#web/ui/format/numbers/decimal-format.ts'
import { listed } from '#web/ui/format/listed.tsx'
import { exactMoney } from '#web/ui/format/numbers/money-format.ts'
import { exactPercent } from '#web/ui/format/numbers/percent-format.ts'
import { type Dates, datesOf } from '#web/ui/format/dates/use-dates.ts'

export type Names = OutboxEntry['names']

export function recordName(store: Store, op: Operation, names: Names): string {
  const row = rowOf(store, op.entity, op.id)
  const values: Values = { ...(op.op === 'delete' ? op.base : fieldsOf(op)), ...row }
  const read = readerOf(store)
  const holding = holdingOf(op.entity, values, read, names)
  if (holding) return holdingTitle(holding)
  const known = row ? titleOf(op.entity, row, read, names) : names[op.id]
  return known ?? titleOf(op.entity, values, read, names) ?? untitledText(op.entity)
}

const rowOf = (store: Store, entity: string, id: string): Values | undefined =>
  store.table(entity as EntityName).get(id) as Values | undefined

export function fieldName(entity: string, field: string): string {
  const [before, associated] = field.split('.')
  if (before === withRows) return i18next.t('sync:associated', { what: pluralName(associated ?? '') })
  return fieldLabel(entity, field)
}

export interface FieldOwner {
  readonly entity: string
  readonly id: string
  readonly names: Names
  readonly values?: Values
}

export const kindOf = (entity: string, field: string): string | undefined =>
  entityNamed(entity)?.fields[field]?.storage.kind

export function fieldValue(store: Store, whose: FieldOwner, field: string, value: unknown): string {
  const { entity } = whose
  if (value === null || value === undefined || value === '') return i18next.t('sync:empty')
  if (isErased(value)) return i18next.t('audit:erased')
  if (typeof value === 'boolean') return flagLabel(entity, field, value)
  const definition = entityNamed(entity)?.fields[field]
  const storage = definition?.storage
  if (Array.isArray(value) && storage && 'options' in storage)
    return listed(value.map((each) => choiceLabel(entity, field, String(each)))) || i18next.t('sync:empty')
  if (Array.isArray(value)) return String(value.length)
  if (typeof value !== 'string') return JSON.stringify(value)
  if (definition && isStatus(definition)) return statusLabel(entity, value)
  if (storage?.kind === 'date') return datesIn(store).date(value)
  if (storage?.kind === 'moment') return datesIn(store).moment(Date.parse(value))
  if (storage?.kind === 'decimal' && /^-?\d+(\.\d+)?$/.test(value)) {
    if (storage.unit === 'money') return exactMoney(value, currencyOfChange(store, whose))
    return storage.unit === 'percent' ? exactPercent(value) : exactDecimal(value)
  }
  if (storage?.kind === 'user') return userName(store, value)
  if (storage?.kind === 'reference') return referenceName(store, storage.to, value, whose.names)
  return choiceLabel(entity, field, value)
}

const datesIn = (store: Store): Dates => datesOf(preferencesOf(store.table('userPreferences').all(), store.identity.id))

/** A change of the currency shows its amounts in the new currency. */
export const currencyOfChange = (store: Store, { entity, id, values }: FieldOwner): string =>
  currencyInStore(store, entity, { ...rowOf(store, entity, id), ...values })

const referenceName = (store: Store, entity: string, id: string, names: Names): string =>
  titleOf(entity, rowOf(store, entity, id) ?? {}, readerOf(store)) ?? names[id] ?? id
