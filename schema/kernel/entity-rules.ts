// Pure rules of an entity that the server and every device run alike.
import type { FileType } from './files.ts'
import type { Issues } from './issues.ts'
import type { EntityName, Row } from '#schema/registry.ts'
import type { Viewer } from './viewer.ts'

/** Reads another row; undefined if it is not available. */
export type ReadRow = <Name extends EntityName>(entity: Name, id: string) => Row<Name> | undefined

/** A signed amount in a maintained sum of another row. */
export interface Addition {
  readonly entity: EntityName
  readonly id: string
  readonly field: string
  readonly by: string
}

export interface Saving<Values> {
  readonly was: Values | null
  readonly today: string
}

export type Person = Pick<Viewer, 'role' | 'userId'>

export const differOnlyIn = <Of extends object>(was: Of, is: Of, fields: readonly (keyof Of & string)[]): boolean =>
  (Object.keys(is) as (keyof Of & string)[]).every((name) => was[name] === is[name] || fields.includes(name))

/** Methods, so that they are also rules of rows of any kind (rules.ts). */
export interface Rules<Name extends EntityName> {
  /** Whether the person may make this change, given that they may write the row; `was` is null for a new row. */
  permits?(person: Person, was: Row<Name> | null, is: Row<Name>): boolean
  /** Whether a deletable row may be deleted directly. It may still be deleted with its parent. */
  permitsDelete?(row: Row<Name>): boolean
  /** The fields that a person must have seen before this change; devices send them in `base`. */
  mustSee?(was: Row<Name>, is: Row<Name>): readonly (keyof Row<Name> & string)[]
  /**
   * Validates against the former row and the date; `today` is the latest date valid as today. Accepted rows are not
   * checked again.
   */
  validate?(row: Row<Name>, saving: Saving<Row<Name>>): Issues
  /** Fills in fields that have a computed value. */
  complete?(row: Row<Name>, read: ReadRow, saving: Saving<Row<Name>>): Row<Name>
  /** Fields whose change makes `complete` use today's date. */
  readonly datedBy?: readonly (keyof Row<Name> & string)[]
  adds?(row: Row<Name>, read: ReadRow): readonly Addition[]
  /** By reference, the fields of the other row that `adds` reads. Their change recomputes the additions. */
  readonly addsBy?: Readonly<Partial<Record<keyof Row<Name>, readonly string[]>>>
  /** The time zone that the row sets for this person; null if none. */
  timeZoneFor?(row: Row<Name>, userId: string): string | null
  /** Allowed file types; all if absent. */
  fileTypes?(row: Row<Name>): readonly FileType[]
}
