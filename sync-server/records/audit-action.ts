// The names of acts in the audit trail: `<entity>.<verb>`. Older entries hold the verb alone and stay as they are,
// because their hashes include it.
import type { EntityName } from '#schema/registry.ts'
import type { Operation } from '#schema/protocol.ts'

/**
 * `import` stands for a whole file, `actAs` for a role that a person takes in their session, `purge` for the removal of
 * deleted contents.
 */
export type AuditVerb = Operation['op'] | 'import' | 'actAs' | 'purge'
export type AuditAction = `${EntityName}.${AuditVerb}`

export const actionOf = (entity: string, verb: AuditVerb): AuditAction => `${entity as EntityName}.${verb}`

export const verbOf = (action: string): string => action.slice(action.indexOf('.') + 1)

/** SQL: whether an entry has this verb. */
export const isVerbSql = (verb: AuditVerb, entry: string): string =>
  `${entry}.action in ('${verb}', ${entry}.entity_type || '.${verb}')`
