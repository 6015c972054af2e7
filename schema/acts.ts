// Devices also run these offline, as the operation `act`.
import type { Effect } from './records/effect.ts'
import type { Fields } from './kernel/entity.ts'
import type { ValuesOf } from './kernel/field.ts'
import { mergeInvestors } from './entities/investors/verbs.ts'
import type { Issues } from './kernel/issues.ts'
import { type Parsed, parseValues, type Values } from './kernel/parse.ts'
import type { EntityName, CustomVerbOf } from './registry.ts'

const effects = {
  investors: { merge: mergeInvestors },
} satisfies { readonly [Name in EntityName]?: { readonly [Verb in CustomVerbOf<Name>]?: { readonly input: Fields } } }

type Effects = typeof effects
type InputOf<Of> = Of extends { readonly input: infer Input extends Fields } ? ValuesOf<Input> : never
type ActOn<Name extends keyof Effects> = {
  [Verb in keyof Effects[Name]]: {
    readonly entity: Name
    readonly verb: Verb
    readonly id: string
    readonly fields: InputOf<Effects[Name][Verb]>
  }
}[keyof Effects[Name]]

export type Act = { [Name in keyof Effects]: ActOn<Name> }[keyof Effects]

interface Named {
  readonly entity: string
  readonly verb: string
}

/** Undefined for verbs that need the server. */
export function effectOf({ entity, verb }: Named): Effect | undefined {
  const byEntity: Readonly<Record<string, Readonly<Record<string, Effect>>>> = effects
  const verbs = Object.hasOwn(byEntity, entity) ? byEntity[entity]! : {}
  return Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
}

/** Unknown fields are refused. */
export function parseAct(effect: Effect, id: string, given: unknown): Parsed {
  const parsed = parseValues(effect.input, given, 'refuse')
  if (!parsed.ok) return parsed
  const issues: Issues = effect.validate(id, parsed.values)
  return Object.keys(issues).length ? { ok: false, issues } : parsed
}

export const referencesIn = (input: Fields, values: Values): [field: string, entity: string, id: string][] =>
  Object.entries(input).flatMap(([field, { storage }]) => {
    const id = values[field]
    return storage.kind === 'reference' && typeof id === 'string' ? [[field, storage.to, id]] : []
  })
