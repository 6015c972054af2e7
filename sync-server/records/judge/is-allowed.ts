import type { Entity } from '#schema/kernel/entity.ts'
import { isPermitted } from '#schema/rules.ts'
import { may, mayEver } from '#schema/kernel/permissions.ts'
import type { Context } from './context.ts'

type PermissionContext = Pick<Context, 'viewer' | 'writes'>

/** A verb may write, but not read, what its entity declares for it. */
const isTrusted = ({ viewer, writes }: PermissionContext, entity: Entity, verb: string): boolean =>
  viewer === null || (verb !== 'read' && (writes?.includes(entity.name) ?? false))

export const isAllowed = (
  context: PermissionContext,
  entity: Entity,
  verb: string,
  row: Readonly<Record<string, unknown>>,
): boolean => isTrusted(context, entity, verb) || may(entity, context.viewer!, verb, row)

export const isEverAllowed = (context: PermissionContext, entity: Entity, verb: string): boolean =>
  isTrusted(context, entity, verb) || mayEver(entity, context.viewer!, verb)

export const isAllowedChange = (
  context: PermissionContext,
  entity: Entity,
  before: Readonly<Record<string, unknown>> | null,
  after: Readonly<Record<string, unknown>>,
): boolean => isTrusted(context, entity, 'update') || isPermitted(entity.name, context.viewer!, before, after)
