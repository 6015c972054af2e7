// They reveal a stolen administrator session where mail is off.
import type { NotificationKind } from '#schema/kernel/enumerations.ts'
import type { Actor } from '#server/records/actor.ts'
import type { WriteDeps } from '#server/records/rows/entity-rules.ts'

export function notifyOfAccount(
  deps: WriteDeps,
  actor: Actor,
  userId: string,
  kind: NotificationKind,
  device: string | null = null,
): void {
  const subject = { entity: 'users', id: userId } as const
  const url = '/settings/security'
  deps.backgroundTasks.begin(async () => deps.notify?.(deps, actor, [{ to: { userId }, kind, subject, device, url }]))
}
