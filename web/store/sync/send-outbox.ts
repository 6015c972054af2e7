// The service worker's background sync: sends pending work if no page does.
import { channelNameOf, databaseNameOf, lockNameOf } from '#web/store/disk/database-name.ts'
import { Core } from '#web/store/core/core.ts'
import type { StoreDeps } from '#web/store/base/deps.ts'
import { rememberedIdentity } from '#web/store/disk/identity.ts'
import { PartSize } from '#web/store/base/part-size.ts'
import { pull } from './pull.ts'
import { Push } from './push.ts'
import { ConnectionState } from '#web/store/wire/connection-state.ts'
import { ConnectionMonitor } from '#web/store/wire/connection-monitor.ts'
import { createPersonFetch } from '#web/store/wire/person-fetch.ts'
import { createAsk, createSend } from '#web/store/wire/request.ts'
import { hasFilesToSend, sendFiles } from './send-files.ts'
import { Tabs } from './tabs.ts'

export type SendOutcome = 'sent' | 'nothing' | 'busy'

/**
 * `busy`: a page holds the lock and sends. Rejects when something remains unsent, so that the browser tries again.
 */
export async function sendOutbox(deps: Omit<StoreDeps, 'identity'>): Promise<SendOutcome> {
  const identity = await rememberedIdentity(deps.idb, deps.databasePrefix)
  if (!identity) return 'nothing'
  const name = databaseNameOf(identity, deps.databasePrefix)
  const stop = new AbortController()
  const tabs: Tabs = new Tabs(deps.openChannel?.(channelNameOf(name)), ({ kind }) => {
    if (kind === 'wipe') stop.abort()
    if (kind === 'sync') tabs.send({ kind: 'alive' })
  })
  try {
    return await deps.locks.request(lockNameOf(name), { ifAvailable: true }, async (lock) => {
      if (!lock) return 'busy'
      return await sendWith({ ...deps, identity, headless: true }, tabs, () => !stop.signal.aborted)
    })
  } finally {
    stop.abort()
    tabs.close()
  }
}

async function sendWith(deps: StoreDeps, tabs: Tabs, maySync: () => boolean): Promise<SendOutcome> {
  const core = await Core.open(deps, {
    changed: () => {},
    refused: () => {},
    wrote: (documents) => tabs.send({ kind: 'outbox', documents }),
    filesChanged: (message) => tabs.send(message),
    cachedFilesChanged: () => tabs.send({ kind: 'kept' }),
  })
  try {
    if (core.outbox.toSend().length === 0 && !hasFilesToSend(core)) return 'nothing'
    const connection = new ConnectionState(core.notes.lastSync, deps.now, () => {})
    const monitor = new ConnectionMonitor(deps.timers, deps.monotonic, {
      silent: () => {},
      slow: () => {},
      resumed: () => {},
      dead: () => {},
    })
    const send = createSend(createPersonFetch(deps.identity.id, deps.fetch, deps.signedIn), monitor, deps.now)
    const ask = createAsk(send)
    let isOutdated = false
    const outdated = () => void (isOutdated = true)
    const readFeed = () => pull({ core, ask, maySync, connection, stored: () => {}, begun: () => {} })
    if (!core.target) await readFeed()
    const push = new Push({ core, ask, maySync, connection, decided: () => {}, outdated, lastPull: () => -Infinity })
    let ran = await push.run()
    if (isOutdated && (await readFeed()) === 'done') ran = await push.run()
    if (connection.paused !== null) return 'nothing'
    if (ran !== 'done' || core.outbox.toSend().length > 0) throw new Error('Changes are left to be sent')
    const uploaded = await sendFiles({ core, send, maySync, connection, part: new PartSize() })
    if (uploaded !== 'done' && connection.paused === null) throw new Error('Files are left to be sent')
    return 'sent'
  } finally {
    await core.close()
  }
}
