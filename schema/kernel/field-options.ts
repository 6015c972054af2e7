import * as z from 'zod/mini'
import type { Field, SetByServer } from './field.ts'

export function optional<Value>(of: Field<Value> & SetByServer): Field<Value | null> & SetByServer
export function optional<Value>(of: Field<Value>): Field<Value | null>
export function optional(of: Field): Field {
  return { ...of, nullable: true, parser: z.nullable(of.parser) }
}

export const withDefault = <Value, Of extends Field<Value>>(of: Of & Field<Value>, value: NoInfer<Value>): Of => ({
  ...of,
  default: value,
})
/** Null until chosen; REST returns `unset`, and devices apply their own settings. */
export const chosen = <Value>(of: Field<Value>, unset: NoInfer<Value>): Field<Value | null> => ({
  ...of,
  nullable: true,
  unset,
  parser: z.nullable(of.parser),
})
export const fromToday = (of: Field<string>): Field<string> => ({ ...of, default: { now: 'today' } })
export const required = <Value>(of: Field<Value>, message: string): Field<Value> => ({ ...of, required: message })
export const byServer = <Of extends Field>(of: Of): Of & SetByServer => ({ ...of, byServer: true })
export const fixed = <Of extends Field>(of: Of): Of => ({ ...of, fixed: true })
export const staffReads = <Of extends Field>(of: Of): Of => ({ ...of, readers: 'staff' })
export const investorReads = <Of extends Field>(of: Of): Of => ({ ...of, readers: 'investor' })
export const knownFrom = <Of extends Field>(entity: string, of: Of): Of => ({ ...of, knownFrom: entity })
/** A URL that grants access: the audit trail stores only its host. */
export const capability = <Of extends Field<string>>(of: Of) => ({ ...of, isCapability: true as const })
export const neverExposed = <Of extends Field>(of: Of): Of => ({ ...of, readers: 'nobody' })
