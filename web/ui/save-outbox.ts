import type { Store } from '#web/store/contract.ts'

/** Gives the browser a JSON file with the changes that did not reach the server. */
export function saveOutbox(store: Store): void {
  const unsent = store.outbox().filter(({ state }) => state === 'waiting' || state === 'sent' || state === 'attention')
  const url = URL.createObjectURL(
    new Blob([JSON.stringify([...unsent, ...store.unread()], null, 2)], { type: 'application/json' }),
  )
  const link = document.createElement('a')
  link.href = url
  link.download = `holdfast-unsent-changes-${new Date().toISOString().slice(0, 10)}.json`
  link.click()
  URL.revokeObjectURL(url)
}
