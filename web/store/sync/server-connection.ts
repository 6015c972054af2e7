import { userPath } from '#schema/sync/protocol.ts'
import type { StoreDeps } from '#web/store/base/deps.ts'
import type { Feed } from '#web/store/feed/feed.ts'
import type { Outbox } from '#web/store/outbox/outbox.ts'
import { ConnectionMonitor, probeMs } from '#web/store/wire/connection-monitor.ts'
import type { ConnectionState } from '#web/store/wire/connection-state.ts'
import { Hints } from '#web/store/wire/hints.ts'
import { createPersonFetch } from '#web/store/wire/person-fetch.ts'
import { type SendResult, type SendJson, createSendJson, createSend, type Send } from '#web/store/wire/request.ts'

/** After a change of network, a request silent for this long was sent over the old one. */
const recentMs = 1_000

type Environment = Pick<
  StoreDeps,
  'identity' | 'fetch' | 'signedIn' | 'timers' | 'now' | 'monotonic' | 'random' | 'openHints'
>

export interface ServerConnectionDeps extends Environment {
  readonly feed: Pick<Feed, 'target'>
  readonly outbox: Pick<Outbox, 'countUnsent' | 'oldestWaitingAt'>
  readonly connection: ConnectionState
  readonly maySync: () => boolean
  readonly stopping: AbortSignal
  /** Starts a pull; an urgent one does not wait for the end of a backoff. */
  readonly pull: (urgent?: boolean) => void
  /** The server can be reached, so backoffs meant for an unreachable one end. */
  readonly endBackoffs: () => void
}

export class ServerConnection {
  readonly sendJson: SendJson
  readonly #deps: ServerConnectionDeps
  readonly #monitor: ConnectionMonitor
  readonly #send: Send
  readonly #hints: Hints
  #isProbing = false

  constructor(deps: ServerConnectionDeps) {
    const { identity, fetch, signedIn, timers, now, monotonic, random, openHints, feed, connection, stopping } = deps
    this.#deps = deps
    this.#monitor = new ConnectionMonitor(timers, monotonic, {
      silent: () => void this.#probe(),
      slow: () => connection.setSlow(true),
      resumed: () => connection.setSlow(false),
      dead: () => this.#onDead(),
    })
    this.#send = createSend(createPersonFetch(identity.id, fetch, signedIn), this.#monitor, now, stopping)
    this.sendJson = createSendJson(this.send, () => {
      const at = deps.outbox.oldestWaitingAt
      return { count: deps.outbox.countUnsent(), ageMs: at === null ? null : now() - at }
    })
    this.#hints = new Hints({
      openHints,
      person: identity.id,
      timers,
      random,
      position: () => feed.target?.position ?? 0,
      pull: () => deps.pull(),
      isLost: () => this.#monitor.isLost,
      onHeartbeat: (isFirst) => this.#onHeartbeat(isFirst),
      opened: () => this.#monitor.streamOpened(),
      closed: () => this.#monitor.streamClosed(),
    })
  }

  readonly send: Send = async (path, request) => {
    const response = await this.#send(path, request)
    if (isUnreachable(response) && !this.#deps.stopping.aborted) this.#onLost()
    return response
  }

  open(): void {
    this.#hints.open()
  }

  pause(): void {
    this.#hints.close()
  }

  close(): void {
    this.#hints.close()
    this.#monitor.close()
  }

  /** The person has signed in again. Open requests are aborted, because their responses may still be refusals. */
  resume(): void {
    this.#monitor.endSilent(0)
    this.#hints.open()
  }

  /** Aborts requests on the old network, and probes the server on the new one. */
  networkChanged(): void {
    this.#monitor.networkChanged()
    this.#deps.connection.setChecking()
    this.#monitor.endSilent(recentMs)
    this.#hints.reopen()
  }

  #onHeartbeat(isFirst: boolean): void {
    const wasLost = this.#monitor.isLost
    this.#monitor.recordActivity()
    this.#deps.endBackoffs()
    if (!wasLost && !isFirst) return
    if (this.#deps.connection.kind !== 'online') this.#deps.pull(true)
    this.#monitor.endSilent(recentMs)
  }

  /** The last response may only be slow, so send a small request. After a missed heartbeat, reopen the stream and pull. */
  async #probe(): Promise<void> {
    const { maySync, connection, stopping } = this.#deps
    if (this.#isProbing || !maySync()) return
    this.#isProbing = true
    const isBeatMissed = this.#monitor.isHeartbeatMissed
    const response = await this.send(userPath, { method: 'GET', headers: {} })
    this.#isProbing = false
    if (stopping.aborted || !maySync()) return
    if (isUnreachable(response)) connection.setUnreachable()
    if (response.kind === 'none' || !isBeatMissed) return
    this.#hints.reopen()
    this.#deps.pull(true)
  }

  #onDead(): void {
    if (!this.#deps.maySync()) return
    this.#onLost()
    this.#deps.connection.setUnreachable()
  }

  #onLost(): void {
    this.#monitor.markLost()
    this.#monitor.endSilent(probeMs)
    this.#hints.search()
  }
}

const isUnreachable = (response: SendResult): boolean =>
  response.kind === 'none' && !response.ended && !response.isTooLong
