import { documentRules } from './entities/documents/rules.ts'
import { documentSignatureRules } from './entities/document-signatures/rules.ts'
import { type FileType, documentAndImageTypes } from './kernel/files.ts'
import { investorConnectionRules } from './entities/investor-connections/rules.ts'
import { investmentRules } from './entities/investments/rules.ts'
import { investorRules } from './entities/investors/rules.ts'
import type { Issues } from './kernel/issues.ts'
import {
  type Addition,
  differOnlyIn,
  type Person,
  type ReadRow,
  type Rules,
  type Saving,
} from './kernel/entity-rules.ts'
import { opportunityRules } from './entities/opportunities/rules.ts'
import type { Values } from './kernel/parse.ts'
import { referralRules } from './entities/referrals/rules.ts'
import { phoneIssues } from './kernel/phone.ts'
import { entityNamed, type EntityName } from './registry.ts'
import { userPreferencesRules } from './entities/user-preferences/rules.ts'

const rules: { readonly [Name in EntityName]?: Rules<Name> } = {
  investors: investorRules,
  investments: investmentRules,
  documents: documentRules,
  referrals: referralRules,
  opportunities: opportunityRules,
  investorConnections: investorConnectionRules,
  documentSignatures: documentSignatureRules,
  userPreferences: userPreferencesRules,
}

export type ReadAny = (entity: string, id: string) => Values | undefined

interface AnyRules {
  permits?(person: Person, before: Values | null, after: Values): boolean
  permitsDelete?(row: Values): boolean
  mustSee?(before: Values, after: Values): readonly string[]
  validate?(row: Values, saving: Saving<Values>): Issues
  complete?(row: Values, read: ReadRow, saving: Saving<Values>): Values
  readonly clearedUnlessNamed?: readonly string[]
  readonly datedBy?: readonly string[]
  adds?(row: Values, read: ReadRow): readonly Addition[]
  readonly addsBy?: Readonly<Record<string, readonly string[]>>
  timeZoneFor?(row: Values, userId: string): string | null
  fileTypes?(row: Values): readonly FileType[]
}

export const rulesOf = (entity: string): AnyRules =>
  (Object.hasOwn(rules, entity) ? rules[entity as EntityName] : undefined) ?? {}

export const entitiesWithRules: readonly string[] = Object.keys(rules)

/** Changes without an effect are always permitted. */
export const isPermitted = (entity: string, person: Person, before: Values | null, after: Values): boolean =>
  (before !== null && differOnlyIn(before, after, [])) || (rulesOf(entity).permits?.(person, before, after) ?? true)

export const isDeletePermitted = (entity: string, row: Values): boolean => rulesOf(entity).permitsDelete?.(row) ?? true

export const mustSee = (entity: string, before: Values, after: Values): readonly string[] =>
  rulesOf(entity).mustSee?.(before, after) ?? []

/** Validation beyond the checks between the row's own fields. */
export function issuesOnSave(entity: string, values: Values, saving: Saving<Values>): Issues {
  const definition = entityNamed(entity)
  return {
    ...(definition && phoneIssues(definition, values, saving.before)),
    ...rulesOf(entity).validate?.(values, saving),
  }
}

export const completeValues = (entity: string, values: Values, read: ReadAny, saving: Saving<Values>): Values =>
  rulesOf(entity).complete?.(values, read as ReadRow, saving) ?? values

/** Undefined if they chose none. `all` reads every row of an entity. */
export function timeZoneOf(userId: string, all: (entity: string) => Iterable<Values>): string | undefined {
  for (const entity of entitiesWithRules) {
    const entityRules = rulesOf(entity)
    if (!entityRules.timeZoneFor) continue
    for (const row of all(entity)) {
      const timeZone = entityRules.timeZoneFor(row, userId)
      if (timeZone) return timeZone
    }
  }
  return undefined
}

export const fileTypesFor = (entity: string, record: Values): readonly FileType[] =>
  rulesOf(entity).fileTypes?.(record) ?? documentAndImageTypes
