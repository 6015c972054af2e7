import i18next from 'i18next'
import type { Command } from '#web/store/base/command.ts'
import type { Store } from '#web/store/base/contract.ts'
import { toast } from '#web/ui/overlay/toasts/toast.ts'
import { problemText } from '#web/ui/problem-text.ts'
import { isUnread, type Notice } from './notice.ts'

/** The server's limit for one change. */
const batchSize = 50

export async function markRead(store: Store, notices: readonly Notice[]): Promise<void> {
  const readAt = new Date().toISOString()
  const commands = notices
    .filter(isUnread)
    .map((seen): Command => ({ op: 'update', entity: 'notifications', seen, fields: { readAt } }))
  try {
    for (let at = 0; at < commands.length; at += batchSize) await store.commit(commands.slice(at, at + batchSize))
  } catch (problem) {
    toast.error(problemText(problem) ?? i18next.t('notifications:markFailed'))
  }
}
