import i18next from 'i18next'
import type { Store } from '#web/store/base/contract.ts'
import { personName } from '#web/ui/format/person-name.ts'

/** Names of other users come from a list that was read online, or from their recent activities. */
export function userName(store: Store, id: string): string {
  const user = store.identity.id === id ? store.identity : store.table('users').get(id)
  const name = user
    ? personName(user)
    : store
        .table('activities')
        .where('userId', id)
        .find(({ by }) => by)?.by
  return name ?? i18next.t('common:anotherPerson')
}
