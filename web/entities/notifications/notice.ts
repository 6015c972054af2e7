// What a notification says and about which record, on this device: names and amounts are read from the record.
import type { NotificationKind } from '#schema/kernel/enumerations.ts'
import type { Row } from '#schema/registry.ts'

export type Notice = Row<'notifications'>

export interface About {
  readonly entity: string
  readonly id: string
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** The record that it is about; null when it tells of several. */
export function aboutOf({ params }: Notice): About | null {
  const { entity, id } = (params ?? {}) as Partial<About>
  return isText(entity) && isText(id) ? { entity, id } : null
}

/** Who caused it, where this person may know. */
export function causedBy({ params }: Notice): string | undefined {
  const { by } = (params ?? {}) as { readonly by?: unknown }
  return isText(by) ? by : undefined
}

/** News of the person's own account, which no device has as a record. */
const accountKinds: readonly string[] = [
  'RESET_LINK',
  'PASSWORD_RESET',
  'SECOND_FACTOR_REMOVED',
] satisfies NotificationKind[]
export const isOfAccount = ({ kind }: Notice): boolean => accountKinds.includes(kind)

/** Where it was done; undefined when nobody knows. */
export function deviceOf({ params }: Notice): string | undefined {
  const { device } = (params ?? {}) as { readonly device?: unknown }
  return isText(device) ? device : undefined
}

/** Of how many things it tells. */
export function countOf({ params }: Notice): number {
  const { count } = (params ?? {}) as { readonly count?: unknown }
  return typeof count === 'number' ? count : 1
}

export const isUnread = ({ readAt }: Notice): boolean => readAt === null

/** Newest first. The same object always, so that views share the order. */
export const newestFirst = { sortBy: ({ createdAt }: Notice) => createdAt, descending: true } as const
