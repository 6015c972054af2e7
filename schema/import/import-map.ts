import * as z from 'zod/mini'
import type { Entity } from '#schema/kernel/entity.ts'
import { entityNamed, registry } from '#schema/registry.ts'
import { encodings } from './encoding.ts'
import { delimiters } from './guess-delimiter.ts'
import { decimalSigns } from './read-amount.ts'
import { dateOrders } from './read-date.ts'
import { readCell } from './read-cell.ts'
import { reasonText } from './reasons.ts'

/** Importable entities and the fields that identify existing rows. */
export const importables = {
  projects: { key: ['name'], repeats: false },
  investors: { key: ['email'], repeats: false },
  /** Rounds may repeat: each file row matches one existing row, surplus rows are new. */
  investments: { key: ['projectId', 'investorId', 'investmentDate', 'amount'], repeats: true },
  valuations: { key: ['projectId', 'valuationDate'], repeats: false },
  cashFlows: { key: ['projectId', 'investorId', 'date', 'type', 'amount'], repeats: true },
} as const satisfies Record<string, { key: readonly string[]; repeats: boolean }>

export type Importable = keyof typeof importables
export const isImportable = (name: string): name is Importable => Object.hasOwn(importables, name)

export const fullNameField = 'fullName'

const column = z.union([z.string(), z.strictObject({ field: z.string(), find: z.string() })], {
  error: 'a field, or {"field": …, "find": …}, is expected',
})
const format = z.strictObject({
  dates: z.optional(z.enum(dateOrders, { error: `one of ${dateOrders.join(', ')} is expected` })),
  decimals: z.optional(z.enum(decimalSigns, { error: 'a point or a comma is expected' })),
})
const constant = z.union([z.string(), z.boolean(), z.number()], {
  error: 'a text, a number, true or false is expected',
})

/** References are found by a field of the other record. */
export const importMap = z.strictObject({
  columns: z.record(z.string(), column, { error: 'which column goes to which field is expected' }),
  constants: z.optional(z.record(z.string(), constant, { error: 'values by field are expected' })),
  ...format.shape,
  /** By column; where absent, the file's. */
  formats: z.optional(z.record(z.string(), format, { error: 'formats by column are expected' })),
  delimiter: z.optional(z.enum(delimiters, { error: 'a comma, a semicolon, a tab or a vertical bar is expected' })),
  encoding: z.optional(z.enum(encodings, { error: `one of ${encodings.join(', ')} is expected` })),
  key: z.optional(
    z
      .array(z.string(), { error: 'a list of fields is expected' })
      .check(z.minLength(1, 'at least one field is expected')),
  ),
})
export type ImportMap = z.infer<typeof importMap>

export type ColumnFormat = z.infer<typeof format>

export const formatOf = ({ formats, dates, decimals }: ImportMap, column: string): ColumnFormat => ({
  dates,
  decimals,
  ...(formats && Object.hasOwn(formats, column) && formats[column]),
})

/** The largest file that the import screen accepts. */
export const maxImportRows = 200_000

/** Bounds the parsing cost. */
export const maxMapBytes = 100_000
const maxMapColumns = 200

export function fieldsOfColumn(to: ImportMap['columns'][string]): readonly string[] {
  if (to === fullNameField) return ['firstName', 'lastName']
  return [typeof to === 'string' ? to : to.field]
}

export const keyOf = (entity: Importable, map: ImportMap): readonly string[] =>
  (map.key ?? importables[entity].key).flatMap(fieldsOfColumn)

/** Empty if the map is usable. */
export function mapProblems(entity: Importable, map: ImportMap): string[] {
  const count = Object.keys(map.columns).length
  if (count > maxMapColumns) return [`${count} columns go to fields: at most ${maxMapColumns} are possible`]
  const definition = registry[entity] as Entity
  const constants = Object.entries(map.constants ?? {})
  const mappedFields = [...Object.values(map.columns).flatMap(fieldsOfColumn), ...constants.map(([field]) => field)]
  const seen = new Set<string>()
  const duplicates = new Set<string>()
  for (const field of mappedFields) (seen.has(field) ? duplicates : seen).add(field)
  return [
    ...(count ? [] : ['No column goes to a field']),
    ...mappedFields
      .filter((field) => !isSettable(definition, field))
      .map((field) => `${entity} has no field ${field} that can be set`),
    ...[...duplicates].map((field) => `The field ${field} is given twice`),
    ...Object.values(map.columns).flatMap((to) => (typeof to === 'string' ? [] : findProblems(definition, to))),
    ...Object.keys(map.formats ?? {})
      .filter((name) => !Object.hasOwn(map.columns, name))
      .map((name) => `The column ${name} has a format and goes to no field`),
    ...constants.flatMap(([field, value]) => constantProblems(definition, field, String(value), map.dates)),
    ...keyOf(entity, map)
      .filter((field) => !seen.has(field))
      .map((field) => `The key field ${field} is neither a column nor a constant`),
  ]
}

const isSettable = (entity: Entity, field: string): boolean =>
  Object.hasOwn(entity.fields, field) && !entity.fields[field]!.byServer

function findProblems(entity: Entity, { field, find }: { readonly field: string; readonly find: string }): string[] {
  const storage = Object.hasOwn(entity.fields, field) ? entity.fields[field]!.storage : undefined
  if (storage?.kind !== 'reference') return [`The field ${field} is not a reference that can be found by ${find}`]
  const parent = entityNamed(storage.to)!
  const isText = Object.hasOwn(parent.fields, find) && ['text', 'email'].includes(parent.fields[find]!.storage.kind)
  return isText ? [] : [`${parent.name} cannot be found by ${find}`]
}

function constantProblems(entity: Entity, name: string, value: string, dates: ImportMap['dates']): string[] {
  if (!isSettable(entity, name)) return []
  const read = readCell(entity.fields[name]!, value, { dates })
  return 'value' in read ? [] : [`The constant ${reasonText({ at: name, ...read.reason })}`]
}
