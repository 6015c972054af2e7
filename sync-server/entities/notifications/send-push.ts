import webPush, { type RequestOptions } from 'web-push'
import type { NotificationKind } from '#schema/kernel/enumerations.ts'
import type { PushMessage } from '#schema/app/push-message.ts'
import type { TenantTx } from '#server/db/connect/database.ts'
import type { Fetch } from '#server/http/public-fetch.ts'
import type { JobResult, Job, JobDeps, JobKind } from '#server/jobs/job.ts'
import { openedAuth } from '#server/auth/push-subscriptions.ts'
import { transact } from '#server/records/write/transact.ts'
import type { Seals } from '#server/secrets/seal.ts'
import { pushTexts } from './push-texts.ts'
import { type PushPreferences, wantsPush } from './wants-push.ts'

/** Older notifications are only shown in the app. */
const freshMs = 6 * 3_600_000
const timeoutMs = 5_000
/** Each job waits for a push service that does not respond. */
const unreachableMs = 60_000
/** One slow push service must not block other people's messages. */
export const pushConcurrency = 16
const [initialBackoffMs, maxBackoffMs] = [60_000, 3_600_000]

export interface PushParts {
  readonly keys: { readonly publicKey: string; readonly privateKey: string }
  readonly seals: Pick<Seals, 'open'>
  readonly fetch: Fetch
  /** A mailto: or https: address of the operator. */
  readonly contact: string
}

interface Subscription {
  readonly id: string
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

interface PushRecipient {
  readonly preferences: (PushPreferences & { readonly language: string | null }) | undefined
  readonly subscriptions: readonly Subscription[]
  readonly unread: number
}

async function readerOf(tx: TenantTx, userId: string): Promise<PushRecipient> {
  const params = [tx.tenantId, userId]
  const ownRows = 'tenant_id = $1 and user_id = $2 and deleted_at is null'
  const [preferences] = await tx.query<NonNullable<PushRecipient['preferences']>>(
    `select push_kinds as "pushKinds", quiet_from as "quietFrom", quiet_until as "quietUntil", time_zone as "timeZone", language
from user_preferences where ${ownRows}`,
    params,
  )
  const subscriptions = await tx.query<Subscription>(
    `select id, endpoint, p256dh, auth from push_subscriptions where ${ownRows}`,
    params,
  )
  const [counted] = await tx.query<{ unread: number }>(
    `select count(*)::int as unread from notifications where ${ownRows} and read_at is null`,
    params,
  )
  return { preferences, subscriptions, unread: counted!.unread }
}

interface PushPayload {
  readonly url: string
  readonly at: string
  /** Those that earlier runs did not reach; absent: all. */
  readonly left?: readonly string[]
  readonly tries?: number
}

export const pushJob = (userId: string, kind: NotificationKind, waiting: PushPayload) => ({
  kind: 'sendPush',
  key: `${userId} ${kind}`,
  payload: waiting,
})

export function sendPush(parts: PushParts): JobKind {
  const refused = new Set<string>()
  const unavailableUntil = new Map<string, number>()
  return { isUnaudited: true, run: (deps, job) => pushToBrowsers({ ...parts, refused, unavailableUntil }, deps, job) }
}

interface PushSender extends PushParts {
  readonly refused: Set<string>
  /** By host. */
  readonly unavailableUntil: Map<string, number>
}

async function pushToBrowsers(
  parts: PushSender,
  deps: JobDeps,
  { tenantId, key, payload }: Job,
): Promise<JobResult | void> {
  const [userId, kind] = key.split(' ') as [string, NotificationKind]
  const { url, at, left, tries = 0 } = payload as PushPayload
  const now = deps.now()
  if (now.getTime() - Date.parse(at) > freshMs) return
  const { preferences, subscriptions, unread } = await deps.database.tenant(tenantId, (tx) => readerOf(tx, userId))
  const waiting = subscriptions.filter(({ id }) => !left || left.includes(id))
  if (!waiting.length || unread === 0 || !wantsPush(preferences, kind, now)) return
  const [person] = await deps.database.directory<{ language: string | null }[]>`
    select preferred_language as language from directory.users where id = ${userId}`
  const { code, dir, kinds } = pushTexts(preferences?.language ?? person?.language ?? null)
  const message: PushMessage = { kind, text: kinds[kind], lang: code, dir, url, at, unread }
  const sent = await Promise.all(
    waiting.map(async (each) => ({ ...each, outcome: await send(parts, tenantId, each, message, now.getTime()) })),
  )
  for (const { id, outcome } of sent) if (outcome === 'sent' || outcome === 'gone') parts.refused.delete(id)
  const unsubscribed = sent.filter(({ outcome }) => outcome === 'gone').map(({ id }) => id)
  await forget(deps, tenantId, unsubscribed)
  for (const { id, endpoint, outcome } of sent) {
    if (typeof outcome !== 'object' || parts.refused.has(id)) continue
    parts.refused.add(id)
    const about = { tenantId, service: new URL(endpoint).host, why: outcome.refused }
    deps.log.warn(about, 'push messages to a browser are refused until it subscribes anew')
  }
  const later = sent.filter(({ outcome }) => outcome === 'later').map(({ id }) => id)
  if (!later.length) return
  deps.log.warn({ tenantId, kind, tries, browsers: later.length }, 'push services could not be reached')
  const pauseMs = Math.min(initialBackoffMs * 2 ** tries, maxBackoffMs)
  return { at: new Date(now.getTime() + pauseMs), payload: { url, at, left: later, tries: tries + 1 } }
}

/** `gone`: the browser unsubscribed. `refused`: a retry would not help. */
type Outcome = 'sent' | 'gone' | 'later' | { readonly refused: string }

async function send(
  parts: PushSender,
  tenantId: string,
  to: Subscription,
  message: PushMessage,
  now: number,
): Promise<Outcome> {
  const auth = openedAuth(parts.seals, tenantId, to)
  if (auth === undefined) return { refused: 'its secret does not open' }
  const request = requestFor(parts, { ...to, auth }, message)
  if (!request) return 'gone'
  const { host } = new URL(to.endpoint)
  if ((parts.unavailableUntil.get(host) ?? 0) > now) return 'later'
  try {
    const { status } = await parts.fetch(to.endpoint, { ...request, signal: AbortSignal.timeout(timeoutMs) })
    parts.unavailableUntil.delete(host)
    if (status >= 200 && status < 300) return 'sent'
    if (status === 404 || status === 410) return 'gone'
    return status === 429 || status >= 500 ? 'later' : { refused: `status ${status}` }
  } catch {
    parts.unavailableUntil.set(host, now + unreachableMs)
    return 'later'
  }
}

/** Undefined for unusable keys. */
function requestFor(
  { keys, contact }: PushParts,
  { endpoint, p256dh, auth }: Omit<Subscription, 'id'>,
  message: PushMessage,
) {
  const options: RequestOptions = {
    vapidDetails: { subject: contact, ...keys },
    TTL: freshMs / 1000,
    urgency: 'normal',
    topic: message.kind.replaceAll('_', '-').toLowerCase(),
    contentEncoding: 'aes128gcm',
  }
  try {
    const to = { endpoint, keys: { p256dh, auth } }
    const { method, headers, body } = webPush.generateRequestDetails(to, JSON.stringify(message), options)
    const requestHeaders = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
    return { method, headers: requestHeaders, body }
  } catch {
    return undefined
  }
}

const forget = async (deps: JobDeps, tenantId: string, ids: readonly string[]): Promise<unknown> =>
  ids.length > 0 &&
  transact(deps, { kind: 'job', tenantId, job: 'sendPush' }, async (batch) => {
    for (const id of ids) await batch.remove('pushSubscriptions', id)
  })
