import * as z from 'zod/mini'
import type { Field, SetByServer } from './field.ts'

export function optional<Value>(field: Field<Value> & SetByServer): Field<Value | null> & SetByServer
export function optional<Value>(field: Field<Value>): Field<Value | null>
export function optional(field: Field): Field {
  return { ...field, nullable: true, parser: z.nullable(field.parser) }
}

export const withDefault = <Value, Of extends Field<Value>>(field: Of & Field<Value>, value: NoInfer<Value>): Of => ({
  ...field,
  default: value,
})
/** Null until chosen; REST returns `unset`, and devices apply their own settings. */
export const chosen = <Value>(field: Field<Value>, unset: NoInfer<Value>): Field<Value | null> => ({
  ...field,
  nullable: true,
  unset,
  parser: z.nullable(field.parser),
})
export const fromToday = (field: Field<string>): Field<string> => ({ ...field, default: { now: 'today' } })
export const required = <Value>(field: Field<Value>, message: string): Field<Value> => ({ ...field, required: message })
export const byServer = <Of extends Field>(field: Of): Of & SetByServer => ({ ...field, byServer: true })
export const fixed = <Of extends Field>(field: Of): Of => ({ ...field, fixed: true })
export const staffReads = <Of extends Field>(field: Of): Of => ({ ...field, readers: 'staff' })
export const investorReads = <Of extends Field>(field: Of): Of => ({ ...field, readers: 'investor' })
export const knownFrom = <Of extends Field>(entity: string, field: Of): Of => ({ ...field, knownFrom: entity })
/** A URL that grants access: the audit trail stores only its host. */
export const capability = <Of extends Field<string>>(field: Of) => ({ ...field, isCapability: true as const })
export const neverExposed = <Of extends Field>(field: Of): Of => ({ ...field, readers: 'nobody' })
