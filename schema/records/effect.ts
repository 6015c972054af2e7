// What a verb of an entity's own does, when devices do it also without a connection: pure, so that the server and every
// device run the same.
import type { Fields, Link } from '#schema/kernel/entity.ts'
import type { ValuesOf } from '#schema/kernel/field.ts'
import type { Issues } from '#schema/kernel/issues.ts'
import type { Values } from '#schema/kernel/parse.ts'
import type { Rows } from './sums.ts'

/** A reference that leads to the row `to` since the row to which it led was deleted. */
export type MovedReference = readonly [entity: string, id: string, field: string, to: string]

/** What the verb does to one row; a delete takes along what its entity says. */
export type EffectStep =
  | { readonly op: 'update'; readonly entity: string; readonly id: string; readonly fields: Values }
  | { readonly op: 'delete'; readonly entity: string; readonly id: string; readonly moved: readonly MovedReference[] }

export interface Effect<Of extends Fields = Fields> {
  readonly input: Of
  /** What is wrong with the values together, whatever the rows are. */
  readonly validate: (id: string, values: ValuesOf<Of>) => Issues
  /** The links by which `steps` asks for rows, with the row to which each leads. */
  readonly reads: (id: string, values: ValuesOf<Of>) => readonly (readonly [link: Link, id: string])[]
  /** In order; `rows` has the record itself, those that the values name, and those that `reads` asks for. */
  readonly steps: (rows: Rows, id: string, values: ValuesOf<Of>) => readonly EffectStep[]
}
