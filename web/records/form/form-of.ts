// Field kinds determine the inputs and what is sent.
import type { AnyRow, Entity, Stamps } from '#schema/kernel/entity.ts'
import type { Field } from '#schema/kernel/field.ts'
import type { Issue } from '#schema/kernel/issues.ts'
import { defaultOf, type Values } from '#schema/kernel/parse.ts'
import { type EntityName, registry, type Row, type WritableField } from '#schema/registry.ts'
import type { CommandFields } from '#web/store/base/command.ts'
import type { Store } from '#web/store/base/contract.ts'
import { currencyUnits } from '#web/ui/format/numbers/money-format.ts'
import { typedDecimal, writtenDecimal } from '#web/ui/form/typed-decimal.ts'

export type Mode = 'create' | 'edit'
export type FieldOf<Name extends EntityName> = Exclude<keyof Row<Name>, keyof Stamps> & string

export interface FieldSpec<Field extends string = string> {
  readonly field: Field
  /** A missing mode hides the field in that form; without `options` all are offered. */
  readonly options?: Readonly<Partial<Record<Mode, readonly string[]>>>
  /** The option shown for a stored value. If left unchanged, it is not sent. */
  readonly shownAs?: (stored: string | null) => string
  readonly only?: Mode
  /** A date that `when` reveals starts with today. */
  readonly startsToday?: true
  readonly isWide?: true
  readonly startsEmpty?: true
  readonly whenEmpty?: (words: FormValues) => string
  readonly isAdvanced?: true
  /** `values` include fixed ones. */
  readonly when?: (values: Values, store: Store) => boolean
  readonly sameValuesIn?: readonly string[]
  /** An error that is shown while typing; all others appear on saving. */
  readonly issueIn?: (words: FormValues) => Issue | undefined
}

/** The text of inputs, '' if empty. */
export type FormValues = Record<string, string | boolean>
type ValuesOf<Name extends EntityName, Of extends FieldOf<Name>> = {
  -readonly [Each in Of]: Row<Name>[Each] extends boolean | null ? boolean : string
}

export interface FormOf<Name extends EntityName, Of extends FieldOf<Name>> {
  readonly entity: Name
  specsFor(mode: Mode): readonly FieldSpec[]
  readonly fixed: readonly string[]
  blank(today: string, preset?: CommandFields<Name>): ValuesOf<Name, Of>
  fromRow(row: Row<Name>): ValuesOf<Name, Of>
  /** Blank optional fields become null. */
  toFields(values: ValuesOf<Name, Of>, currency: string, seen?: Row<Name>): CommandFields<Name>
}

export interface AnyForm<Name extends EntityName = EntityName> {
  readonly entity: Name
  specsFor(mode: Mode): readonly FieldSpec[]
  readonly fixed: readonly string[]
  blank(today: string, preset?: Values): FormValues
  fromRow(row: AnyRow): FormValues
  toFields(values: FormValues, currency: string, seen?: AnyRow): Values
}

type Plan<Name extends EntityName> = WritableField<Name> | FieldSpec<WritableField<Name>>
type FieldIn<P> = P extends FieldSpec<infer Each> ? Each : P

export const visibleFields = (form: AnyForm, mode: Mode, fields: Values, values: Values, store: Store): Values => {
  const hidden = form.specsFor(mode).filter(({ when }) => when?.(values, store) === false)
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !hidden.some(({ field }) => field === name)))
}

export const percentUnits = ['%'] as const

export function unitsOf({ storage }: Field, currency: string): readonly string[] {
  if (storage.kind !== 'decimal') return []
  return storage.unit === 'money' ? currencyUnits(currency) : storage.unit === 'percent' ? percentUnits : []
}

export function formOf<Name extends EntityName, const Plans extends readonly Plan<Name>[]>(
  entity: Name,
  fields: Plans,
): FormOf<Name, FieldIn<Plans[number]> & FieldOf<Name>> {
  const definition: Entity = registry[entity]
  const plans = fields.map((each): FieldSpec => (typeof each === 'string' ? { field: each } : each))
  const plansIn = (mode: Mode) =>
    plans.filter(
      ({ field, options, only = mode }) =>
        only === mode && (!options || options[mode]) && (mode === 'create' || !definition.fields[field]!.fixed),
    )
  const [creating, editing] = [plansIn('create'), plansIn('edit')]

  const form: AnyForm<Name> = {
    entity,
    fixed: plans.map(({ field }) => field).filter((field) => definition.fields[field]!.fixed),
    specsFor: (mode) => (mode === 'create' ? creating : editing),
    blank: (today, preset = {}) =>
      collectValues(creating, ({ field, options, startsEmpty }) => {
        const start = startsEmpty ? '' : blankOf(definition.fields[field]!, today, options?.create)
        return inputValue(definition.fields[field]!, preset[field] ?? start)
      }),
    fromRow: (row) =>
      collectValues(editing, ({ field, shownAs }) => {
        const stored = row[field]
        return shownAs ? shownAs(stored as string | null) : inputValue(definition.fields[field]!, stored)
      }),
    toFields: (values, currency, seen) =>
      collectValues(seen ? editing : creating, ({ field, shownAs }) => {
        const value = values[field]
        if (seen && shownAs && value === shownAs(seen[field] as string | null)) return undefined
        return fieldValue(definition.fields[field]!, value, currency)
      }),
  }
  // The plans determine the fields, which TypeScript cannot derive from the mapped array.
  return form as unknown as FormOf<Name, FieldIn<Plans[number]> & FieldOf<Name>>
}

const collectValues = <Value>(
  plans: readonly FieldSpec[],
  valueOf: (plan: FieldSpec) => Value | undefined,
): Record<string, Value> =>
  Object.fromEntries(
    plans
      .map((plan) => [plan.field, valueOf(plan)] as const)
      .filter((entry): entry is [string, Value] => entry[1] !== undefined),
  )

/** A required choice without a default starts with its first option. */
const blankOf = (field: Field, today: string, options?: readonly string[]): unknown => {
  const fallback = defaultOf(field, today)
  if (fallback !== null || field.nullable || field.storage.kind !== 'choice') return fallback
  return (options ?? field.storage.options)[0]
}

function inputValue({ storage, default: fallback }: Field, stored: unknown): string | boolean {
  if (storage.kind === 'flag') return stored === null || stored === undefined ? fallback === true : stored === true
  const text = typeof stored === 'string' || typeof stored === 'number' ? String(stored) : ''
  return storage.kind === 'decimal' ? writtenDecimal(text) : text
}

function fieldValue(field: Field, value: string | boolean | undefined, currency: string): unknown {
  if (typeof value !== 'string') return value
  const text = parsedText(field, value, currency)
  return text === '' && (field.nullable || field.storage.kind === 'reference') ? null : text
}

function parsedText(field: Field, value: string, currency: string): string {
  if (field.storage.kind === 'decimal') return typedDecimal(value, unitsOf(field, currency))
  // E-mail addresses contain no spaces.
  return field.storage.kind === 'email' ? value.trim() : value
}
