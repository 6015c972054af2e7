// At most one per person and kind in ten minutes: an unread one counts up.
import type { NotificationKind } from '#schema/kernel/enumerations.ts'
import type { Database } from '#server/db/connect/database.ts'
import { type Actor, personOf, tenantOf } from '#server/records/actor.ts'
import type { Batch } from '#server/records/write/batch.ts'
import type { PendingNotification, Notify } from '#server/records/rows/entity-rules.ts'
import { queueJob } from '#server/jobs/queue.ts'
import { transact } from '#server/records/write/transact.ts'
import { pushJob } from './send-push.ts'

const mergeWindowMs = 10 * 60_000
const rowsPerBatch = 500

interface NotifiedPerson {
  readonly userId: string
  readonly kind: NotificationKind
  readonly count: number
  readonly subject: PendingNotification['subject'] & { readonly by?: string; readonly device?: string }
  readonly url: string
}

interface RecentNotification {
  readonly id: string
  readonly userId: string
  readonly kind: string
  readonly params: { readonly count?: number }
}

export const sentences: Readonly<Record<NotificationKind, readonly [one: string, counted: string]>> = {
  DOCUMENT_TO_SIGN: ['notifications:titles.DOCUMENT_TO_SIGN', 'notifications:counted.DOCUMENT_TO_SIGN'],
  INVESTMENT_NEW: ['notifications:titles.INVESTMENT_NEW', 'notifications:counted.INVESTMENT_NEW'],
  INVESTMENT_CHANGED: ['notifications:titles.INVESTMENT_CHANGED', 'notifications:counted.INVESTMENT_CHANGED'],
  PROJECT_SHOWN: ['notifications:titles.PROJECT_SHOWN', 'notifications:counted.PROJECT_SHOWN'],
  DOCUMENT_ADDED: ['notifications:titles.DOCUMENT_ADDED', 'notifications:counted.DOCUMENT_ADDED'],
  COMMISSION_DUE: ['notifications:titles.COMMISSION_DUE', 'notifications:counted.COMMISSION_DUE'],
  KYC_DUE: ['notifications:titles.KYC_DUE', 'notifications:counted.KYC_DUE'],
  CAPITAL_CALL: ['notifications:titles.CAPITAL_CALL', 'notifications:counted.CAPITAL_CALL'],
  DISTRIBUTION: ['notifications:titles.DISTRIBUTION', 'notifications:counted.DISTRIBUTION'],
  INVITATION_ACCEPTED: ['notifications:titles.INVITATION_ACCEPTED', 'notifications:counted.INVITATION_ACCEPTED'],
  CHANGE_CONFLICT: ['notifications:titles.CHANGE_CONFLICT', 'notifications:counted.CHANGE_CONFLICT'],
  RESET_LINK: ['notifications:titles.RESET_LINK', 'notifications:counted.RESET_LINK'],
  PASSWORD_RESET: ['notifications:titles.PASSWORD_RESET', 'notifications:counted.PASSWORD_RESET'],
  SECOND_FACTOR_REMOVED: ['notifications:titles.SECOND_FACTOR_REMOVED', 'notifications:counted.SECOND_FACTOR_REMOVED'],
}

export const notifyPeople: Notify = async (deps, actor, notifications) => {
  const recipients = [...(await recipientsOf(deps.database, actor, notifications)).values()]
  for (let start = 0; start < recipients.length; start += rowsPerBatch)
    await transact(deps, { kind: 'system', tenantId: tenantOf(actor) }, async (batch) => {
      const part = recipients.slice(start, start + rowsPerBatch)
      await write(batch, part)
      await push(batch, part)
    })
}

async function recipientsOf(
  database: Database,
  actor: Actor,
  notifications: readonly PendingNotification[],
): Promise<Map<string, NotifiedPerson>> {
  const byKey = new Map<string, NotifiedPerson>()
  if (!notifications.length) return byKey
  const recipients = await recipientsIn(database, tenantOf(actor), notifications)
  for (const { to, kind, subject, by, device, url } of notifications)
    for (const { userId, isStaff } of recipients(to)) {
      if (userId === personOf(actor)) continue
      const key = `${userId} ${kind}`
      const before = byKey.get(key)
      const named = { ...subject, ...(by && isStaff ? { by } : {}), ...(device ? { device } : {}) }
      byKey.set(key, before ? { ...before, count: before.count + 1 } : { userId, kind, count: 1, subject: named, url })
    }
  return byKey
}

interface Recipient {
  readonly userId: string
  readonly isStaff: boolean
}

async function recipientsIn(
  database: Database,
  tenantId: string,
  notifications: readonly PendingNotification[],
): Promise<(to: PendingNotification['to']) => readonly Recipient[]> {
  const users = await database.directory<{ id: string; role: string }[]>`
    select id, role from directory.users where tenant_id = ${tenantId} and is_active`
  const active = new Map(users.map(({ id, role }) => [id, { userId: id, isStaff: role !== 'INVESTOR' }] as const))
  const investorIds = notifications.flatMap(({ to }) => ('investorId' in to ? [to.investorId] : []))
  const links = await database.tenant(tenantId, (tx) =>
    tx.query<{ userId: string; investorId: string }>(
      `select user_id as "userId", investor_id as "investorId" from investor_users
where tenant_id = $1 and investor_id = any($2::uuid[]) and deleted_at is null`,
      [tenantId, [...new Set(investorIds)]],
    ),
  )
  const linked = Map.groupBy(links, ({ investorId }) => investorId)
  const all = [...active.values()]
  const [investors, staff] = [all.filter(({ isStaff }) => !isStaff), all.filter(({ isStaff }) => isStaff)]
  return (to) => {
    if ('all' in to) return to.all === 'STAFF' ? staff : investors
    const ids = 'userId' in to ? [to.userId] : (linked.get(to.investorId) ?? []).map(({ userId }) => userId)
    return ids.flatMap((id) => active.get(id) ?? [])
  }
}

/** Push services may be slow or unavailable. */
async function push({ tx, at }: Batch, recipients: readonly NotifiedPerson[]): Promise<void> {
  const subscribed = await tx.query<{ userId: string }>(
    `select distinct user_id as "userId" from push_subscriptions
where tenant_id = $1 and user_id = any($2::uuid[]) and deleted_at is null`,
    [tx.tenantId, recipients.map(({ userId }) => userId)],
  )
  const reached = new Set(subscribed.map(({ userId }) => userId))
  for (const { userId, kind, url } of recipients)
    if (reached.has(userId)) await queueJob(tx, { ...pushJob(userId, kind, { url, at }), runAt: new Date(at) })
}

async function write(batch: Batch, recipients: readonly NotifiedPerson[]): Promise<void> {
  const recent = await batch.tx.query<RecentNotification>(
    `select distinct on (user_id, kind) id, user_id as "userId", kind, params from notifications
where tenant_id = $1 and user_id = any($2::uuid[]) and read_at is null and deleted_at is null and created_at > $3
order by user_id, kind, created_at desc, id desc`,
    [
      batch.tx.tenantId,
      recipients.map(({ userId }) => userId),
      new Date(Date.parse(batch.at) - mergeWindowMs).toISOString(),
    ],
  )
  const unread = new Map(recent.map((each) => [`${each.userId} ${each.kind}`, each]))
  for (const { userId, kind, count, subject, url } of recipients) {
    const [one, counted] = sentences[kind]
    const before = unread.get(`${userId} ${kind}`)
    const all = count + (before ? (before.params.count ?? 1) : 0)
    const text = all === 1 ? { titleKey: one, params: subject } : { titleKey: counted, params: { count: all } }
    if (before) await batch.update('notifications', before.id, text)
    else await batch.create('notifications', { userId, kind, url, ...text })
  }
}
