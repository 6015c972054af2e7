// The names of what people do in the audit trail: `<entity>.<verb>`. Older entries hold the verb alone and stay as they
// are, because their hashes include it.
import type { Operation } from '#schema/sync/protocol.ts'
import type { EntityName, CustomVerbOf } from '#schema/registry.ts'

/** A verb that some entity declares as its own. */
export type OwnVerb = { [Name in EntityName]: CustomVerbOf<Name> }[EntityName]

/** `import` stands for a whole file, `purge` for the removal of deleted contents. */
export type AuditVerb = Operation['op'] | 'import' | 'purge' | OwnVerb
export type AuditAction = `${EntityName}.${AuditVerb}`

/** What was done to one record. */
export interface AuditedOperation {
  readonly op: AuditVerb
  readonly entity: string
  readonly id: string
}

const plain: readonly string[] = ['create', 'update', 'delete', 'restore'] satisfies Operation['op'][]

/** Whether every entity has this verb. */
export const isPlain = (verb: AuditVerb): boolean => plain.includes(verb)

export const actionOf = (entity: string, verb: AuditVerb): AuditAction => `${entity as EntityName}.${verb}`

export const verbOf = (action: string): string => action.slice(action.indexOf('.') + 1)

/** SQL: whether an entry has this verb. */
export const isVerbSql = (verb: AuditVerb, entry: string): string =>
  `${entry}.action in ('${verb}', ${entry}.entity_type || '.${verb}')`
