// The key is reserved first, so a concurrent retry gets 503; after a crash the reservation expires. Responses are
// sealed: some contain links.
import type { Context } from 'hono'
import type { Viewer } from '#schema/kernel/viewer.ts'
import type { Database, TenantTx } from '#server/db/connect/database.ts'
import { isUnavailable, Unavailable } from '#server/db/connect/unavailable.ts'
import { hashOf } from '#server/records/hash-of.ts'
import { CodedError } from '#server/records/coded-error.ts'
import { type Aad, SealBroken, type Seals } from '#server/secrets/seal.ts'
import type { Env } from '#server/http/env.ts'
import { keepRenewing, renewEveryMs } from './idempotency-renewal.ts'
import {
  type KeyedRequest,
  type Reservation,
  type StoredResponse,
  storeResponse,
  releaseKey,
  renewKey,
  reservedUntil,
  reserveKey,
} from './idempotency-rows.ts'
import { idempotencyKey } from './request.ts'

/** Another request under a known key is refused. */
export type RunOnce = <Result extends object>(
  context: Context<Env>,
  viewer: Viewer,
  given: unknown,
  work: () => Promise<Result> | Result,
) => Promise<Result>

interface Deps {
  readonly database: Pick<Database, 'tenant'>
  readonly seals: Seals
  readonly now: () => Date
}

export const createIdempotency =
  ({ database, seals, now }: Deps, everyMs = renewEveryMs): RunOnce =>
  async (context, { tenantId, userId }, given, work) => {
    const key = idempotencyKey(context)
    if (!key) return work()
    const inFirm = <T>(query: (tx: TenantTx) => Promise<T>): Promise<T> => database.tenant(tenantId, query)
    const aad = { tenantId, table: 'answers', id: key, column: 'answer' }
    const keyed = { key, userId, hash: hashOf([context.req.method, context.req.path, given]) }
    const mine = await inFirm((tx) => reserveKey(tx, keyed, now()))
    if (!mine || !('untils' in mine)) return JSON.parse(opened(seals, responseIn(mine, keyed), aad))
    const renew = async (held: Reservation): Promise<Reservation> => {
      const until = reservedUntil(now())
      return inFirm((tx) => renewKey(tx, held, until)).catch(() => ({ key, untils: [...held.untils, until] }))
    }
    const stopRenewing = keepRenewing(mine, renew, everyMs)
    let result: Awaited<ReturnType<typeof work>>
    try {
      result = await work()
    } catch (error) {
      const held = await stopRenewing()
      await inFirm((tx) => releaseKey(tx, held, now())).catch(ignoreUnavailable)
      throw error
    }
    const held = await stopRenewing()
    const sealed = seals.seal(JSON.stringify(result), aad)
    await inFirm((tx) => storeResponse(tx, held, sealed, now())).catch(ignoreUnavailable)
    return result
  }

/** The reservation expires without this. */
function ignoreUnavailable(error: unknown): void {
  if (!isUnavailable(error)) throw error
}

function responseIn(stored: StoredResponse | undefined, { userId, hash }: KeyedRequest): string {
  if (stored && (stored.hash !== hash || stored.userId !== userId)) throw new CodedError('DUPLICATE')
  if (!stored?.answer) throw new Unavailable('The same request is in progress')
  return stored.answer
}

/** Responses sealed with lost keys cannot be repeated. */
function opened(seals: Seals, sealed: string, aad: Aad): string {
  try {
    return seals.open(sealed, aad)
  } catch (error) {
    throw error instanceof SealBroken ? new CodedError('DUPLICATE') : error
  }
}
