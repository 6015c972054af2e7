// What the audit trail calls what was done: `<entity>.<verb>`. Entries of before this vocabulary say the verb alone, and stay
// as they are: their hashes hold it.
import type { EntityName } from '#schema/registry.ts'
import type { Operation } from '#schema/protocol.ts'

/** `import` is of a whole file, `actAs` the role that a person takes in their session, `purge` the end of what was deleted. */
export type AuditVerb = Operation['op'] | 'import' | 'actAs' | 'purge'
export type AuditAction = `${EntityName}.${AuditVerb}`

export const actionOf = (entity: string, verb: AuditVerb): AuditAction => `${entity as EntityName}.${verb}`

export const verbOf = (action: string): string => action.slice(action.indexOf('.') + 1)

/** SQL: whether an entry is of this verb. */
export const isVerbSql = (verb: AuditVerb, entry: string): string =>
  `${entry}.action in ('${verb}', ${entry}.entity_type || '.${verb}')`
