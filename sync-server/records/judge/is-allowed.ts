import type { Entity } from '#schema/kernel/entity.ts'
import { isPermitted } from '#schema/rules.ts'
import { may, mayEver } from '#schema/kernel/viewer.ts'
import type { Context } from './context.ts'

type Asking = Pick<Context, 'viewer' | 'writes'>

/** A verb may write, but not read, what its entity declares for it. */
const isTrusted = ({ viewer, writes }: Asking, of: Entity, verb: string): boolean =>
  viewer === null || (verb !== 'read' && (writes?.includes(of.name) ?? false))

export const isAllowed = (context: Asking, of: Entity, verb: string, row: Readonly<Record<string, unknown>>): boolean =>
  isTrusted(context, of, verb) || may(of, context.viewer!, verb, row)

export const isEverAllowed = (context: Asking, of: Entity, verb: string): boolean =>
  isTrusted(context, of, verb) || mayEver(of, context.viewer!, verb)

export const isAllowedChange = (
  context: Asking,
  of: Entity,
  was: Readonly<Record<string, unknown>> | null,
  is: Readonly<Record<string, unknown>>,
): boolean => isTrusted(context, of, 'update') || isPermitted(of.name, context.viewer!, was, is)
