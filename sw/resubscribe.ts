// Reports a changed push subscription to the server immediately instead of at the next visit.
import { personHeader } from '#schema/sync/protocol.ts'
import type { Identity } from '#web/store/base/contract.ts'

type Subscription = Pick<PushSubscription, 'unsubscribe' | 'toJSON'>

interface ResubscribeDeps {
  readonly pushManager: { subscribe(options: PushSubscriptionOptionsInit): Promise<Subscription> }
  readonly fetch: typeof globalThis.fetch
  readonly currentPerson: () => Promise<Identity | null>
}

const path = '/api/push/subscribe'

/** For the current person only. Rejects when the server was not reached; the next visit reports it. */
export async function resubscribe(
  { pushManager, fetch, currentPerson }: ResubscribeDeps,
  newSubscription: Subscription | null | undefined,
): Promise<void> {
  const person = await currentPerson()
  if (!person) return
  const headers = { [personHeader]: person.id, 'content-type': 'application/json' }
  const subscription = newSubscription ?? (await subscribe())
  const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(subscription.toJSON()) })
  if (response.status === 401) await subscription.unsubscribe()
  if (!response.ok) throw new Error(`The server responded with ${response.status} to the new subscription`)

  async function subscribe(): Promise<Subscription> {
    const { key } = (await (await fetch('/api/push/key', { headers })).json()) as { readonly key: string }
    return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  }
}
