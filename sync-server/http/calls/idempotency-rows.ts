import type { TenantTx } from '#server/db/connect/database.ts'

const reservedMs = 60_000
const retentionMs = 24 * 3_600_000

export interface KeyedRequest {
  readonly key: string
  readonly userId: string
  readonly hash: string
}

/** No other reservation has these times. The row has one of them: a renewal may fail after its commit. */
export interface Reservation {
  readonly key: string
  readonly untils: readonly string[]
}

export interface StoredResponse {
  readonly userId: string
  readonly hash: string
  readonly answer: string | null
}

const after = (now: Date, ms: number): string => new Date(now.getTime() + ms).toISOString()

export const reservedUntil = (now: Date): string => after(now, reservedMs)

export async function reserveKey(
  tx: TenantTx,
  { key, userId, hash }: KeyedRequest,
  now: Date,
): Promise<Reservation | StoredResponse | undefined> {
  const until = reservedUntil(now)
  const reserved = await tx.query(
    `insert into answers (tenant_id, key, user_id, hash, until) values ($1, $2, $3, $4, $5)
on conflict (tenant_id, key) do update set user_id = excluded.user_id, hash = excluded.hash, answer = null, until = excluded.until
where answers.until <= $6 returning 1`,
    [tx.tenantId, key, userId, hash, until, now.toISOString()],
  )
  if (reserved.length > 0) return { key, untils: [until] }
  const [stored] = await tx.query<StoredResponse>(
    'select user_id as "userId", hash, answer from answers where tenant_id = $1 and key = $2',
    [tx.tenantId, key],
  )
  return stored
}

/** The same if it expired and somebody else has the key. */
export async function renewKey(tx: TenantTx, reservation: Reservation, until: string): Promise<Reservation> {
  const { key, untils } = reservation
  const renewed = await tx.query(
    'update answers set until = $4 where tenant_id = $1 and key = $2 and until = any($3) returning 1',
    [tx.tenantId, key, untils, until],
  )
  return renewed.length > 0 ? { key, untils: [until] } : reservation
}

export const storeResponse = (
  tx: TenantTx,
  { key, untils }: Reservation,
  sealed: string,
  now: Date,
): Promise<unknown> =>
  tx.query('update answers set answer = $4, until = $5 where tenant_id = $1 and key = $2 and until = any($3)', [
    tx.tenantId,
    key,
    untils,
    sealed,
    after(now, retentionMs),
  ])

export const releaseKey = (tx: TenantTx, { key, untils }: Reservation, now: Date): Promise<unknown> =>
  tx.query('update answers set until = $4 where tenant_id = $1 and key = $2 and until = any($3)', [
    tx.tenantId,
    key,
    untils,
    now.toISOString(),
  ])

const deleteBatchSize = 5_000

/** Needs the upkeep role. True if there may be more. */
export async function forgetResponses(tx: TenantTx, now: Date): Promise<boolean> {
  const removed = await tx.query(
    `delete from answers where tenant_id = $1 and key in (
  select key from answers where tenant_id = $1 and until <= $2 limit $3) returning 1`,
    [tx.tenantId, now.toISOString(), deleteBatchSize],
  )
  return removed.length === deleteBatchSize
}
