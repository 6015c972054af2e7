// The rules of every noun that has some, and what whoever writes a row of any noun asks of them.
import { documentRules } from './document-rules.ts'
import { investmentRules } from './investment-rules.ts'
import type { Addition, ReadRow, Rules } from './noun-rules.ts'
import type { EntityName } from './registry.ts'

const rules: { readonly [Name in EntityName]?: Rules<Name> } = {
  investments: investmentRules,
  documents: documentRules,
}

export type Values = Readonly<Record<string, unknown>>

export type ReadAny = (entity: string, id: string) => Values | undefined

/** The same rules, of an entity known by name only. */
interface AnyRules {
  readonly complete?: (row: Values, read: ReadRow) => Values
  readonly adds?: (row: Values, read: ReadRow) => readonly Addition[]
  readonly addsBy?: Readonly<Record<string, readonly string[]>>
}

export const rulesOf = (entity: string): AnyRules =>
  Object.hasOwn(rules, entity) ? (rules[entity as EntityName] as unknown as AnyRules) : {}

export const nounsWithRules: readonly string[] = Object.keys(rules)

/** Completes what nobody gave: an investment's redemption date, by its project; for whom a document is, by its type. */
export const completeValues = (entity: string, values: Values, read: ReadAny): Values =>
  rulesOf(entity).complete?.(values, read as ReadRow) ?? values
