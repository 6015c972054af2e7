import i18next from 'i18next'
import { preferencesOf } from '#schema/entities/user-preferences/entity.ts'
import type { Store } from '#web/store/base/contract.ts'
import { datesOf } from '#web/ui/format/dates/use-dates.ts'

/** The time alone if it is today. */
export const momentIn = (store: Store, at: number): string =>
  datesOf(preferencesOf(store.table('userPreferences').all(), store.identity.id)).moment(at)

/** On this device, or on the server. Null when neither is known, or while the change needs attention. */
export function sentStatus(store: Store, changeId: string): string | null {
  const change = store.outbox().find(({ id }) => id === changeId)
  if (change?.sentAt !== undefined) return i18next.t('common:sentAt', { time: momentIn(store, change.sentAt) })
  return change?.state === 'waiting' || change?.state === 'sent' ? i18next.t('common:savedHere') : null
}
