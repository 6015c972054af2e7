// The browser has given this device another address for news, or taken the one before: the server learns it at once,
// and not only when somebody opens the app.
import { personHeader } from '#schema/sync/protocol.ts'
import type { Identity } from '#web/store/base/contract.ts'

interface ResubscribeDeps {
  readonly pushManager: Pick<PushManager, 'subscribe'>
  readonly fetch: typeof globalThis.fetch
  /** Who works here; null when that is not certain. */
  readonly here: () => Promise<Identity | null>
}

const path = '/api/push/subscribe'

/**
 * In the name of the person who works here, as whom the browser had subscribed: a subscription ends when its person makes
 * room for another one. Rejects when the server was not reached: the next visit tells it.
 */
export async function resubscribe(
  { pushManager, fetch, here }: ResubscribeDeps,
  given: PushSubscription | null | undefined,
): Promise<void> {
  const person = await here()
  if (!person) return
  const headers = { [personHeader]: person.id, 'content-type': 'application/json' }
  const subscription = given ?? (await subscribe())
  const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(subscription.toJSON()) })
  // Nobody is told another person's news.
  if (answer.status === 401) await subscription.unsubscribe()
  if (!answer.ok) throw new Error(`The server answered ${answer.status} to the new subscription`)

  async function subscribe(): Promise<PushSubscription> {
    const { key } = (await (await fetch('/api/push/key', { headers })).json()) as { readonly key: string }
    return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  }
}
