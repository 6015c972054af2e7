// What a noun says of its rows beyond their fields: pure rules that the server and every device run alike.
import type { EntityName, Row } from './registry.ts'

/** A row beside the one in question; undefined where it is not here. */
export type ReadRow = <Name extends EntityName>(entity: Name, id: string) => Row<Name> | undefined

/** A signed amount of money in a sum that another row keeps. */
export interface Addition {
  readonly entity: EntityName
  readonly id: string
  readonly field: string
  readonly by: string
}

export interface Rules<Name extends EntityName> {
  /** The row with what nobody gave and it does not stay without. */
  readonly complete?: (row: Row<Name>, read: ReadRow) => Row<Name>
  /** What a live row adds to sums of other rows. */
  readonly adds?: (row: Row<Name>, read: ReadRow) => readonly Addition[]
  /** By reference, the fields of the other row that `adds` looks at: when one changes, the row adds anew. */
  readonly addsBy?: Readonly<Partial<Record<keyof Row<Name>, readonly string[]>>>
}
