import { dateIn } from '#schema/dates.ts'
import { entityNamed } from '#schema/registry.ts'
import type { Viewer } from '#schema/viewer.ts'
import type { TenantTx } from '../db/database.ts'
import type { Submitted } from './outcome.ts'

/** Today where the person is, by their preferences; UTC where they have said nothing. */
export async function todayOf(tx: TenantTx, { tenantId, userId }: Viewer, now: Date): Promise<string> {
  const [own] = await tx.query<{ zone: string | null }>(
    'select time_zone as zone from user_preferences where tenant_id = $1 and user_id = $2 and deleted_at is null',
    [tenantId, userId],
  )
  return dateIn(own?.zone ?? 'UTC', now)
}

/** Whether a new row leaves a date to the server; a device has filled it in. */
export const asksForToday = (submitted: readonly Submitted[]): boolean =>
  submitted.some(
    (each) =>
      'ops' in each &&
      each.ops.some(
        (op) =>
          op.op === 'create' &&
          Object.entries(entityNamed(op.entity)?.fields ?? {}).some(
            ([name, { default: value }]) => typeof value === 'object' && value !== null && !op.fields[name],
          ),
      ),
  )
