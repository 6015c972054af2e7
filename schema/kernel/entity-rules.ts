// The server and every device run these alike.
import type { FileType } from './files.ts'
import type { Issues } from './issues.ts'
import type { EntityName, Row } from '#schema/registry.ts'
import type { Viewer } from './viewer.ts'

/** Undefined if it is not available. */
export type ReadRow = <Name extends EntityName>(entity: Name, id: string) => Row<Name> | undefined

export interface Addition {
  readonly entity: EntityName
  readonly id: string
  readonly field: string
  readonly by: string
}

export interface Saving<Values> {
  readonly before: Values | null
  readonly today: string
  /** All fields in the change, including unchanged ones. */
  readonly named?: readonly string[]
  /** Server only; `userId` is null for jobs. */
  readonly writer?: { readonly userId: string | null; readonly at: string }
}

export type Person = Pick<Viewer, 'role' | 'userId'>

export const differOnlyIn = <Of extends object>(
  before: Of,
  after: Of,
  fields: readonly (keyof Of & string)[],
): boolean =>
  (Object.keys(after) as (keyof Of & string)[]).every((name) => before[name] === after[name] || fields.includes(name))

/** Methods, so that they are also rules of rows of any kind (rules.ts). */
export interface Rules<Name extends EntityName> {
  /** Whether the person may make this change, given that they may write the row; `was` is null for a new row. */
  permits?(person: Person, before: Row<Name> | null, after: Row<Name>): boolean
  /** Whether a deletable row may be deleted directly. It may still be deleted with its parent. */
  permitsDelete?(row: Row<Name>): boolean
  /** Fields the person must have seen; devices send them in `base`. */
  mustSee?(before: Row<Name>, after: Row<Name>): readonly (keyof Row<Name> & string)[]
  /** `today` is the latest date valid as today. Accepted rows are not checked again. */
  validate?(row: Row<Name>, saving: Saving<Row<Name>>): Issues
  complete?(row: Row<Name>, read: ReadRow, saving: Saving<Row<Name>>): Row<Name>
  /** Cleared by `complete` unless the change names them, so devices and imports also send equal values. */
  readonly clearedUnlessNamed?: readonly (keyof Row<Name> & string)[]
  /** Their change makes `complete` use today's date. */
  readonly datedBy?: readonly (keyof Row<Name> & string)[]
  adds?(row: Row<Name>, read: ReadRow): readonly Addition[]
  /** By reference, the other row's fields that `adds` reads; their change recomputes the additions. */
  readonly addsBy?: Readonly<Partial<Record<keyof Row<Name>, readonly string[]>>>
  /** Null if none. */
  timeZoneFor?(row: Row<Name>, userId: string): string | null
  /** All if absent. */
  fileTypes?(row: Row<Name>): readonly FileType[]
}
