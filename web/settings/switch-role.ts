import type { Role } from '#schema/kernel/enumerations.ts'
import type { Store } from '#web/store/base/contract.ts'

const timeoutMs = 15_000

/** Resolves when every change is sent: they must be judged in the current role. */
function allSent(store: Store): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const check = () => {
    if (store.status.waiting === 0) resolve()
    else if (store.status.connection !== 'online') reject(new Error('What waits could not be sent'))
  }
  const unsubscribe = store.subscribeStatus(check)
  const timer = setTimeout(() => reject(new Error('What waits was not sent in time')), timeoutMs)
  store.syncNow()
  check()
  return promise.finally(() => {
    unsubscribe()
    clearTimeout(timer)
  })
}

/** Rejects if the server refuses or is unreachable. */
export async function switchRole(store: Store, role: Role): Promise<void> {
  await allSent(store)
  await store.online.request('PATCH', '/api/auth/user/role', { role })
}
