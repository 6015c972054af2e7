import type { Store } from '#web/store/contract.ts'
import { saveFile } from './save-file.ts'

/** Gives the browser a JSON file with the changes that did not reach the server. */
export function saveOutbox(store: Store): void {
  const unsent = store.outbox().filter(({ state }) => state === 'waiting' || state === 'sent' || state === 'attention')
  const name = `holdfast-unsent-changes-${new Date().toISOString().slice(0, 10)}.json`
  saveFile(name, JSON.stringify([...unsent, ...store.unread()], null, 2), 'application/json')
}
