// One subscription per browser: when another person subscribes with the same endpoint, the former one ends.
import * as z from 'zod'
import { registry } from '#schema/registry.ts'
import { isPublicEndpoint } from './public-endpoint.ts'
import { type Call, call, idempotencyKeyParameter } from '#server/http/calls/call.ts'
import { uuidText } from '#server/http/calls/shapes.ts'
import { RequestError } from '#server/http/errors.ts'
import { readObject } from '#server/http/calls/request.ts'
import type { RunOnce } from '#server/http/calls/idempotency.ts'
import { endPushSubscriptions, pushHashOf } from '#server/auth/end-push-subscriptions.ts'
import { authAad, openedAuth } from '#server/auth/push-subscriptions.ts'
import type { Session } from '#server/auth/sessions.ts'
import { newId } from '#server/db/new-id.ts'
import { asPerson, type Actor } from '#server/records/actor.ts'
import type { WriteDeps } from '#server/records/rows/entity-rules.ts'
import { transact } from '#server/records/write/transact.ts'
import type { Seals } from '#server/secrets/seal.ts'
import type { TenantTx } from '#server/db/connect/database.ts'

const { endpoint } = registry.pushSubscriptions.fields
const maxBytes = 10_000
const base64url = /^[\w-]{16,200}={0,2}$/

const subscription = z
  .object({
    endpoint: z.string().max(2048).meta({ format: 'uri' }),
    keys: z.object({ p256dh: z.string(), auth: z.string() }),
  })
  .describe("The browser's subscription as it writes it in JSON")
const done = z.object({ success: z.literal(true), id: uuidText })

interface Subscription {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

function readSubscription({ endpoint: at, keys }: Record<string, unknown>): Subscription {
  const { p256dh, auth } = (typeof keys === 'object' && keys !== null ? keys : {}) as Record<string, unknown>
  const isKey = (value: unknown): value is string => typeof value === 'string' && base64url.test(value)
  if (typeof at !== 'string' || !endpoint.parser.safeParse(at).success || !isPublicEndpoint(at))
    throw new RequestError('VALIDATION', { errors: { endpoint: 'A push service on the public web is expected' } })
  if (!isKey(p256dh) || !isKey(auth))
    throw new RequestError('VALIDATION', { errors: { keys: 'The keys of the subscription are expected' } })
  return { endpoint: at, p256dh, auth }
}

interface StoredSubscription {
  readonly id: string
  readonly userId: string
  readonly p256dh: string
  readonly auth: string
}

const findStored = (tx: TenantTx, at: string): Promise<StoredSubscription[]> =>
  tx.query<StoredSubscription>(
    `select id, user_id as "userId", p256dh, auth from push_subscriptions
where tenant_id = $1 and endpoint = $2 and deleted_at is null`,
    [tx.tenantId, at],
  )

/** Returns the firms in which others had it, and this one's. */
const claimEndpoint = ({ database }: Deps, { sid, viewer }: Session, hash: string): Promise<ReadonlySet<string>> =>
  database.directory.begin(async (sql) => {
    const former = await sql<{ tenantId: string }[]>`
      update directory.sessions set push_hash = null where push_hash = ${hash} and sid <> ${sid}
      returning tenant_id as "tenantId"`
    await sql`update directory.sessions set push_hash = ${hash} where sid = ${sid}`
    return new Set([viewer.tenantId, ...former.map(({ tenantId }) => tenantId)])
  })

const maxPerPerson = 10

async function findSurplus(tx: TenantTx, userId: string, replaced: string | null): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select id from push_subscriptions where tenant_id = $1 and user_id = $2 and deleted_at is null and id is distinct from $3::uuid
order by created_at desc, id desc offset ${maxPerPerson - 1}`,
    [tx.tenantId, userId, replaced],
  )
  return rows.map(({ id }) => id)
}

async function subscribe(deps: Deps, session: Session, given: Subscription): Promise<string> {
  const { seals } = deps
  const { tenantId, userId } = session.viewer
  const firms = await claimEndpoint(deps, session, pushHashOf(given.endpoint))
  const server: Actor = { kind: 'system', tenantId }
  const subscribed = await transact(deps, server, async (batch) => {
    const [stored] = await findStored(batch.tx, given.endpoint)
    const isSame = stored?.p256dh === given.p256dh && openedAuth(seals, tenantId, stored) === given.auth
    if (stored?.userId === userId && isSame) return stored.id
    if (stored) await batch.remove('pushSubscriptions', stored.id)
    for (const id of await findSurplus(batch.tx, userId, stored?.id ?? null))
      await batch.remove('pushSubscriptions', id)
    const id = newId()
    const auth = seals.seal(given.auth, authAad(tenantId, id))
    return batch.create('pushSubscriptions', { userId, ...given, auth }, id)
  })
  for (const firm of firms) deps.backgroundTasks.begin(() => endPushSubscriptions(deps, firm))
  return subscribed
}

interface Deps extends WriteDeps {
  readonly once: RunOnce
  readonly seals: Seals
  readonly pushKey: string
}

export const pushCalls = (deps: Deps): readonly Call[] => [
  call(
    {
      method: 'get',
      path: '/api/push/key',
      summary: 'The key under which a browser subscribes',
      auth: { may: 'create', entity: registry.pushSubscriptions },
      responses: {
        200: { description: 'The public key', json: z.object({ key: z.string() }) },
      },
    },
    () => ({ key: deps.pushKey }),
  ),
  call(
    {
      method: 'post',
      path: '/api/push/subscribe',
      summary: 'Subscribes this browser for the person; idempotent',
      auth: { may: 'create', entity: registry.pushSubscriptions },
      parameters: [idempotencyKeyParameter],
      requestBody: { type: 'application/json', schema: subscription },
      responses: { 201: { description: 'Subscribed', json: done } },
      errors: ['DUPLICATE'],
    },
    async ({ context, session }) => {
      const given = readSubscription(await readObject(context, maxBytes))
      return deps.once(context, session.viewer, given, async () => ({
        success: true,
        id: await subscribe(deps, session, given),
      }))
    },
  ),
  call(
    {
      method: 'delete',
      path: '/api/push/subscribe',
      summary: "Ends the person's subscription with this address",
      auth: { may: 'delete', entity: registry.pushSubscriptions },
      body: { endpoint },
      responses: { 200: { description: 'Ended', json: done } },
      errors: ['NOT_FOUND'],
    },
    async ({ viewer, body }) => {
      const id = await transact(deps, asPerson(viewer), async (batch) => {
        const [stored] = await findStored(batch.tx, body.endpoint)
        if (stored?.userId !== viewer.userId) throw new RequestError('NOT_FOUND')
        await batch.remove('pushSubscriptions', stored.id)
        return stored.id
      })
      return { success: true, id }
    },
  ),
]
