import type { StoreDeps } from '#web/store/base/deps.ts'
import { ChunkSize } from '#web/store/base/chunk-size.ts'
import { openLocalData } from '#web/store/core/local-data.ts'
import { Tabs } from '#web/store/core/tabs.ts'
import { channelNameOf, databaseNameOf, lockNameOf } from '#web/store/disk/database-name.ts'
import { rememberedIdentity } from '#web/store/disk/identity.ts'
import { ConnectionMonitor } from '#web/store/wire/connection-monitor.ts'
import { ConnectionState } from '#web/store/wire/connection-state.ts'
import { createPersonFetch } from '#web/store/wire/person-fetch.ts'
import { createSendJson, createSend } from '#web/store/wire/request.ts'
import { pull } from './pull.ts'
import { Push } from './push.ts'
import { hasFilesToSend, sendFiles } from './send-files.ts'

export type SendOutcome = 'sent' | 'nothing' | 'busy'

const noop = () => {}

/**
 * `nothing`: nothing is unsent, or nobody who may send it is signed in. `busy`: a page holds the lock and sends.
 * Rejects when something remains unsent, so that the browser tries again.
 */
export async function sendUnsent(deps: Omit<StoreDeps, 'identity'>): Promise<SendOutcome> {
  const identity = await rememberedIdentity(deps.idb, deps.databasePrefix)
  if (!identity) return 'nothing'
  const name = databaseNameOf(identity, deps.databasePrefix)
  const stop = new AbortController()
  const tabs = new Tabs(deps.openChannel?.(channelNameOf(name)))
  tabs.listen(({ kind }) => {
    if (kind === 'wipe') stop.abort()
    if (kind === 'sync') tabs.send({ kind: 'alive' })
  })
  try {
    return await deps.locks.request(lockNameOf(name), { ifAvailable: true }, async (lock) => {
      if (!lock) return 'busy'
      return await sendWithLock({ ...deps, identity }, tabs, () => !stop.signal.aborted)
    })
  } finally {
    stop.abort()
    tabs.close()
  }
}

async function sendWithLock(deps: StoreDeps, tabs: Tabs, maySync: () => boolean): Promise<SendOutcome> {
  const data = await openLocalData(deps, tabs, { changed: noop, refused: noop, filesChanged: noop })
  const { outbox, epoch, notes } = data
  try {
    if (outbox.toSend().length === 0 && !hasFilesToSend(data)) return 'nothing'
    const connection = new ConnectionState(notes.lastSync, deps.now, noop)
    const monitorListener = { silent: noop, slow: noop, resumed: noop, dead: noop }
    const monitor = new ConnectionMonitor(deps.timers, deps.monotonic, monitorListener)
    const send = createSend(createPersonFetch(deps.identity.id, deps.fetch, deps.signedIn), monitor, deps.now)
    const allDeps = { ...deps, ...data, sendJson: createSendJson(send), send, maySync, connection }
    const readFeed = () => pull({ ...allDeps, onPageStored: noop, onNewEpoch: noop })
    let isOutdated = false
    const push = new Push({
      ...allDeps,
      sendingChanged: noop,
      onDecided: noop,
      onOutdated: () => void (isOutdated = true),
      lastPull: () => -Infinity,
    })
    if (!epoch.target) await readFeed()
    let result = await push.sendChanges()
    if (isOutdated && (await readFeed()) === 'done') result = await push.sendChanges()
    if (connection.paused !== null) return 'nothing'
    if (result !== 'done' || outbox.toSend().length > 0) throw new Error('Changes are left to be sent')
    const uploaded = await sendFiles({ ...allDeps, chunk: new ChunkSize() })
    if (uploaded !== 'done' && connection.paused === null) throw new Error('Files are left to be sent')
    return 'sent'
  } finally {
    await data.close()
  }
}
