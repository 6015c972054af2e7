// The one question of permission while a change is judged.
import type { Entity } from '#schema/entity.ts'
import { may, mayEver } from '#schema/viewer.ts'
import type { Context } from './context.ts'

type Asking = Pick<Context, 'viewer' | 'writes'>

/** A job and the system may do everything, and a verb may write what its entity declares for it. */
const isTrusted = ({ viewer, writes }: Asking, of: Entity): boolean =>
  viewer === null || (writes?.includes(of.name) ?? false)

/** Whether the writer may do this with the row. */
export const isAllowed = (context: Asking, of: Entity, verb: string, row: Readonly<Record<string, unknown>>): boolean =>
  isTrusted(context, of) || may(of, context.viewer!, verb, row)

/** Whether the writer may do this with any row at all. */
export const isEverAllowed = (context: Asking, of: Entity, verb: string): boolean =>
  isTrusted(context, of) || mayEver(of, context.viewer!, verb)
