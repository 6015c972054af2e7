// Older entries hold the verb alone, because their hashes include it.
import type { Operation } from '#schema/sync/protocol.ts'
import type { EntityName, CustomVerbOf } from '#schema/registry.ts'
import type { VerbName } from '#schema/verbs.ts'

export type OwnVerb = { [Name in EntityName]: CustomVerbOf<Name> }[EntityName]

export type AuditVerb = Operation['op'] | 'import' | 'purge' | 'erase' | OwnVerb | VerbName
export type AuditAction = `${EntityName}.${AuditVerb}`

export interface AuditedOperation {
  readonly op: AuditVerb
  readonly entity: string
  readonly id: string
}

const plain: readonly string[] = ['create', 'update', 'delete', 'restore'] satisfies Operation['op'][]

export const isPlain = (verb: AuditVerb): boolean => plain.includes(verb)

export const actionOf = (entity: string, verb: AuditVerb): AuditAction => `${entity as EntityName}.${verb}`

export const verbOf = (action: string): string => action.slice(action.indexOf('.') + 1)

export const isVerbSql = (verb: AuditVerb, entry: string): string =>
  `${entry}.action in ('${verb}', ${entry}.entity_type || '.${verb}')`
