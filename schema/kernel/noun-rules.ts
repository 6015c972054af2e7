// What a noun adds to its rows beyond their fields: pure rules that the server and every device run alike.
import type { FileType } from './files.ts'
import type { Issues } from './issues.ts'
import type { EntityName, Row } from '#schema/registry.ts'
import type { Viewer } from './viewer.ts'

/** Reads another row; undefined when that row is not here. */
export type ReadRow = <Name extends EntityName>(entity: Name, id: string) => Row<Name> | undefined

/** A signed amount of money in a sum that another row keeps. */
export interface Addition {
  readonly entity: EntityName
  readonly id: string
  readonly field: string
  readonly by: string
}

/** What a row was before it is saved, and the calendar date where that happens. */
export interface Saving<Values> {
  /** Null for a new row. */
  readonly was: Values | null
  readonly today: string
}

export type Person = Pick<Viewer, 'role' | 'userId'>

/** Whether the rows differ in nothing but these fields. */
export const differOnlyIn = <Of extends object>(was: Of, is: Of, fields: readonly (keyof Of & string)[]): boolean =>
  (Object.keys(is) as (keyof Of & string)[]).every((name) => was[name] === is[name] || fields.includes(name))

export interface Rules<Name extends EntityName> {
  /**
   * Whether a person who may write the row may make this of it, or with `was` null create it so; without it, anything.
   */
  readonly permits?: (person: Person, was: Row<Name> | null, is: Row<Name>) => boolean
  /** Whether a person who may delete the row may delete this one; it may still go with another row. */
  readonly permitsDelete?: (row: Row<Name>) => boolean
  /** The fields that a person must have seen to make this of the row; their device sends them in `base`. */
  readonly mustSee?: (was: Row<Name>, is: Row<Name>) => readonly (keyof Row<Name> & string)[]
  /**
   * What is wrong with the row that depends on what it was, or on the date; `today` is the latest date that counts as
   * today. Rows that were accepted before are not checked again.
   */
  readonly validate?: (row: Row<Name>, saving: Saving<Row<Name>>) => Issues
  /** Fills in fields that nobody gave and that have a computed value. */
  readonly complete?: (row: Row<Name>, read: ReadRow, saving: Saving<Row<Name>>) => Row<Name>
  /** The fields whose change makes `complete` ask for today. */
  readonly datedBy?: readonly (keyof Row<Name> & string)[]
  /** What a live row adds to sums on other rows. */
  readonly adds?: (row: Row<Name>, read: ReadRow) => readonly Addition[]
  /**
   * By reference, the fields of the other row that `adds` reads: when one of them changes, the row's additions are
   * computed again.
   */
  readonly addsBy?: Readonly<Partial<Record<keyof Row<Name>, readonly string[]>>>
  /** The time zone that this person chose with the row; null when the row says nothing of it. */
  readonly timeZoneFor?: (row: Row<Name>, userId: string) => string | null
  /** What the row's file may be; without it, every type. */
  readonly fileTypes?: (row: Row<Name>) => readonly FileType[]
}
