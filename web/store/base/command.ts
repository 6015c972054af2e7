import type { ShownRow } from '#schema/kernel/verb.ts'
import type { Act } from '#schema/verbs.ts'
import type { Issues } from '#schema/kernel/issues.ts'
import type { EntityName, Row, WritableField } from '#schema/registry.ts'

export type CommandFields<Name extends EntityName> = {
  readonly [Field in WritableField<Name>]?: Row<Name>[Field & keyof Row<Name>] | null
}

export type Counted = { readonly [Name in EntityName]?: readonly string[] }

interface CreateCommand<Name extends EntityName> {
  readonly op: 'create'
  readonly entity: Name
  readonly id?: string
  readonly fields: CommandFields<Name>
}

interface UpdateCommand<Name extends EntityName> {
  readonly op: 'update'
  readonly entity: Name
  /** As the form showed it when it opened. */
  readonly seen: Row<Name>
  readonly fields: CommandFields<Name>
  /** Also sends unchanged values, so the change conflicts if the record has others. */
  readonly isGuard?: boolean
}

interface DeleteCommand<Name extends EntityName> {
  readonly op: 'delete'
  readonly entity: Name
  readonly seen: Row<Name>
  readonly counted?: Counted
}

interface RestoreCommand {
  readonly op: 'restore'
  readonly entity: EntityName
  readonly id: string
}

/** A verb of one record, for example `merge` of two investors. The rest is from the preview that the person saw. */
type ActCommand = { readonly op: 'act'; readonly shown?: readonly ShownRow[]; readonly seed?: string } & Act

/** Several commands form one change, applied all or none. */
export type Command =
  | { [Name in EntityName]: CreateCommand<Name> | UpdateCommand<Name> | DeleteCommand<Name> }[EntityName]
  | RestoreCommand
  | ActCommand

export type CommitResult<T = { readonly changeId: string; readonly id: string }> =
  | ({ readonly ok: true } & T)
  /** Issues by field, and in `at` the index of the command. Nothing was written. */
  | { readonly ok: false; readonly issues: Issues; readonly at?: number }

export type Committed = Extract<CommitResult, { readonly ok: true }>
export type RefusedCommit = Exclude<CommitResult, Committed>
