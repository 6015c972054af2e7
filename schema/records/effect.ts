// Pure, so that the server and every device compute the same.
import type { Fields, Link } from '#schema/kernel/entity.ts'
import type { ValuesOf } from '#schema/kernel/field.ts'
import type { Issues } from '#schema/kernel/issues.ts'
import type { Values } from '#schema/kernel/parse.ts'
import type { Rows } from './sums.ts'

/** A reference moved to another row because its target was deleted. */
export type MovedReference = readonly [entity: string, id: string, field: string, to: string]

/** Deletes cascade. */
export type EffectStep =
  | { readonly op: 'update'; readonly entity: string; readonly id: string; readonly fields: Values }
  | { readonly op: 'delete'; readonly entity: string; readonly id: string; readonly moved: readonly MovedReference[] }

/** Methods, so that an effect of known values is also one of any values. */
export interface Effect<Of extends Fields = Fields> {
  readonly input: Of
  validate(this: void, id: string, values: ValuesOf<Of>): Issues
  /** The links and target ids whose rows `steps` reads. */
  reads(this: void, id: string, values: ValuesOf<Of>): readonly (readonly [link: Link, id: string])[]
  /** `rows` contains the record, the rows named in the values, and those of `reads`. */
  steps(this: void, rows: Rows, id: string, values: ValuesOf<Of>): readonly EffectStep[]
}
