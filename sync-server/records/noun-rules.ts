// What a noun says of its rows that needs the database. Writing asks for them by noun and knows none itself.
import type { Issues } from '#schema/issues.ts'
import type { Values } from '#schema/parse.ts'
import type { EntityName, Row } from '#schema/registry.ts'
import type { Viewer } from '#schema/viewer.ts'
import type { Hints } from '../bus/bus.ts'
import type { Database } from '../db/database.ts'
import type { Actor } from './actor.ts'
import { isLive, type StoredRow } from './stored-row.ts'
import type { Staged, WorkingSet } from './working-set.ts'

export type Stored<Name extends EntityName> = StoredRow & Row<Name>

/** A written row, null where it is not there or is deleted; `row` is its newest state in any case. */
export interface Written<Name extends EntityName> {
  readonly row: Stored<Name>
  readonly was: Stored<Name> | null
  readonly is: Stored<Name> | null
}

export const writtenOf = ({ before, after }: Staged): Written<never> => ({
  row: after as Stored<never>,
  was: isLive(before) ? (before as Stored<never>) : null,
  is: isLive(after) ? (after as Stored<never>) : null,
})

/** What is durable now, and what its tasks have at hand. */
export interface Committed {
  readonly actor: Actor
  /** The firm's number after it. */
  readonly number: number
  readonly database: Database
  readonly hints: Hints
}

export interface ServerRules<Name extends EntityName> {
  /** Fetches at once what judging changes of such rows reads; `wanted` gives the ids that the changes name, by entity. */
  readonly prefetch?: (set: WorkingSet, wanted: (entity: EntityName) => readonly string[]) => Promise<void>
  /** What a new row gets from who makes it. */
  readonly given?: (viewer: Viewer, values: Values) => { readonly values: Values } | { readonly issues: Issues }
  /** Sets what the server keeps on the row itself before it is saved; its references are in the set. */
  readonly complete?: (set: WorkingSet, row: Stored<Name>) => Stored<Name>
  /** By reference, the fields of the other row that `complete` looks at: when one changes, the row is completed anew. */
  readonly completeBy?: Readonly<Partial<Record<keyof Row<Name>, readonly string[]>>>
  /** Stages what follows from a written row. */
  readonly follow?: (set: WorkingSet, written: Written<Name>) => Promise<void>
  /** Stages what follows from all that a change has staged, of whatever noun. */
  readonly followChange?: (set: WorkingSet) => Promise<void>
  /**
   * Begins once such rows are durable, with all that one transaction wrote of them, and nobody waits for it. It is for what
   * may be lost with the server; what must not be is a job.
   */
  readonly afterCommit?: (committed: Committed, written: readonly Written<Name>[]) => Promise<void>
}

export type RulesByNoun = { readonly [Name in EntityName]?: ServerRules<Name> }

/** The same rules, of an entity known by name only. */
type AnyRules = Omit<ServerRules<never>, 'completeBy'> & {
  readonly completeBy?: Readonly<Record<string, readonly string[]>>
}

export const serverRulesOf = (rules: RulesByNoun, entity: string): AnyRules =>
  Object.hasOwn(rules, entity) ? (rules[entity as EntityName] as unknown as AnyRules) : {}
