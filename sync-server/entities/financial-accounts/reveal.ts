// The audit entry is written before the value is sent; refusals are audited too.
import type { Code } from '#schema/kernel/codes.ts'
import { snakeCase } from '#schema/kernel/entity.ts'
import { mayEver } from '#schema/kernel/permissions.ts'
import type { Viewer } from '#schema/kernel/viewer.ts'
import { type Counter, counterKey, type Counters } from '#server/auth/counters.ts'
import { RequestError } from '#server/http/errors.ts'
import { requireWithinLimit } from '#server/http/limits/require-within-limit.ts'
import { asPerson } from '#server/records/actor.ts'
import { writeAction } from '#server/records/write/write-action.ts'
import { SealBroken } from '#server/secrets/seal.ts'
import type { AccountDeps, AccountEntity } from './save-account.ts'

const minute = 60_000
const allowed = 10

export interface Question {
  readonly id: string
  readonly field: string
  readonly reason: string
}

export async function reveal(
  deps: AccountDeps & { readonly counters: Counters },
  entity: AccountEntity,
  viewer: Viewer,
  { id, field, reason }: Question,
): Promise<string | null> {
  const { tenantId, userId } = viewer
  const limit: Counter = { key: counterKey('reveal', userId), allowed, pauseMs: minute, ttlMs: minute }
  await requireWithinLimit(deps.counters, [limit])
  const audit = (outcome: object) =>
    writeAction(deps, asPerson(viewer), {
      entity: entity.name,
      verb: 'reveal',
      entityId: id,
      details: { field, reason, ...outcome },
    })
  async function refuse(code: Code): Promise<never> {
    await audit({ outcome: 'refused', code })
    throw new RequestError(code)
  }
  if (!mayEver(entity, viewer, 'reveal')) return refuse('FORBIDDEN')
  const column = snakeCase(field)
  const [row] = await deps.database.tenant(tenantId, (tx) =>
    tx.query<{ sealed: string | null }>(
      `select ${column} as sealed from ${entity.table} where tenant_id = $1 and id = $2 and deleted_at is null`,
      [tenantId, id],
    ),
  )
  if (!row) return refuse('NOT_FOUND')
  try {
    const value = row.sealed && deps.seals.open(row.sealed, { tenantId, table: entity.table, id, column })
    await audit({})
    return value
  } catch (error) {
    if (error instanceof SealBroken) await audit({ outcome: 'failed' })
    throw error
  }
}
