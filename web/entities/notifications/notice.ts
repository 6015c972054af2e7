// Names and amounts are read from the record on this device.
import type { NotificationKind } from '#schema/kernel/enumerations.ts'
import type { Row } from '#schema/registry.ts'

export type Notice = Row<'notifications'>

export interface About {
  readonly entity: string
  readonly id: string
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Null if it is about several records. */
export function aboutOf({ params }: Notice): About | null {
  const { entity, id } = (params ?? {}) as Partial<About>
  return isText(entity) && isText(id) ? { entity, id } : null
}

export function causedBy({ params }: Notice): string | undefined {
  const { by } = (params ?? {}) as { readonly by?: unknown }
  return isText(by) ? by : undefined
}

/** About the person's account, which is no record on devices. */
const accountKinds: readonly string[] = [
  'RESET_LINK',
  'PASSWORD_RESET',
  'SECOND_FACTOR_REMOVED',
] satisfies NotificationKind[]
export const isAboutAccount = ({ kind }: Notice): boolean => accountKinds.includes(kind)

export function deviceOf({ params }: Notice): string | undefined {
  const { device } = (params ?? {}) as { readonly device?: unknown }
  return isText(device) ? device : undefined
}

export function countOf({ params }: Notice): number {
  const { count } = (params ?? {}) as { readonly count?: unknown }
  return typeof count === 'number' ? count : 1
}

export const isUnread = ({ readAt }: Notice): boolean => readAt === null

/** A constant object, so that views share the sort order. */
export const newestFirst = { sortBy: ({ createdAt }: Notice) => createdAt, descending: true } as const
