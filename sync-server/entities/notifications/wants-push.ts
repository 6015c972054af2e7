import type { NotificationKind } from '#schema/kernel/enumerations.ts'

export interface PushPreferences {
  readonly pushKinds: readonly string[] | null
  /** HH:MM. */
  readonly quietFrom: string | null
  readonly quietUntil: string | null
  readonly timeZone: string | null
}

const minuteIn = (timeZone: string, at: Date): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at)

/** It may span midnight. */
export function wantsPush(preferences: PushPreferences | undefined, kind: NotificationKind, at: Date): boolean {
  if (!preferences) return true
  const { pushKinds, quietFrom, quietUntil, timeZone } = preferences
  if (pushKinds && !pushKinds.includes(kind)) return false
  if (!quietFrom || !quietUntil) return true
  const now = minuteIn(timeZone ?? 'UTC', at)
  return quietFrom < quietUntil ? now < quietFrom || now >= quietUntil : now < quietFrom && now >= quietUntil
}
