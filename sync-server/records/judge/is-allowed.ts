// The one question of permission while a change is judged.
import type { Entity } from '#schema/kernel/entity.ts'
import { isPermitted } from '#schema/rules.ts'
import { may, mayEver } from '#schema/kernel/viewer.ts'
import type { Context } from './context.ts'

type Asking = Pick<Context, 'viewer' | 'writes'>

/** A job and the system may do everything, and a verb may write, but not read, what its entity declares for it. */
const isTrusted = ({ viewer, writes }: Asking, of: Entity, verb: string): boolean =>
  viewer === null || (verb !== 'read' && (writes?.includes(of.name) ?? false))

/** Whether the writer may do this with the row. */
export const isAllowed = (context: Asking, of: Entity, verb: string, row: Readonly<Record<string, unknown>>): boolean =>
  isTrusted(context, of, verb) || may(of, context.viewer!, verb, row)

/** Whether the writer may do this with any row at all. */
export const isEverAllowed = (context: Asking, of: Entity, verb: string): boolean =>
  isTrusted(context, of, verb) || mayEver(of, context.viewer!, verb)

/** Whether the writer, who may write the row, may make this of it; `was` is null for a new row. */
export const isAllowedChange = (
  context: Asking,
  of: Entity,
  was: Readonly<Record<string, unknown>> | null,
  is: Readonly<Record<string, unknown>>,
): boolean => isTrusted(context, of, 'update') || isPermitted(of.name, context.viewer!, was, is)
