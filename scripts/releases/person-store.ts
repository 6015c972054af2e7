import type { Store } from '#web/store/base/contract.ts'
import type { Fetch } from '#web/store/base/deps.ts'
import { Device } from '#web/store/test/device.ts'
import type { Backend } from '../simulator/server/backend.ts'
import type { Person } from '../simulator/server/firm.ts'

export const fetchAs =
  ({ app }: Backend, { cookie }: Person): Fetch =>
  async (path, init) => {
    const headers = new Headers(init.headers)
    headers.set('cookie', cookie)
    return app.request(path, { ...init, headers } as RequestInit)
  }

export const openStoreOf = (backend: Backend, person: Person): Promise<Store> =>
  new Device().open({ identity: person.identity, fetch: fetchAs(backend, person) })

export async function idOf(created: ReturnType<Store['create']>): Promise<string> {
  const result = await created
  if (!result.ok) throw new Error(JSON.stringify(result))
  return result.id
}

export function waitForStatus(store: Store, isReached: (status: Store['status']) => boolean): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const check = () => isReached(store.status) && resolve()
  const stop = store.subscribeStatus(check)
  check()
  return promise.finally(stop)
}

export const synced = (store: Store): Promise<void> =>
  waitForStatus(
    store,
    ({ hasAllRows, waiting, syncing, connection }) =>
      hasAllRows && waiting === 0 && !syncing && connection === 'online',
  )
