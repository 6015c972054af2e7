import { dateIn } from '#schema/dates.ts'
import { perEntity } from '#schema/entity.ts'
import { fieldsOf } from '#schema/protocol.ts'
import { entityNamed } from '#schema/registry.ts'
import { rulesOf } from '#schema/rules.ts'
import type { Viewer } from '#schema/viewer.ts'
import type { TenantTx } from '../db/database.ts'
import type { Submitted, SubmittedAct, SubmittedOperation } from './outcome.ts'

/** Today's date for the person. */
export const todayOf = async (tx: TenantTx, viewer: Viewer, now: Date): Promise<string> =>
  dateIn(await zoneOf(tx, viewer), now)

/** The person's time zone, by their preferences; UTC if they have chosen nothing. */
export async function zoneOf(tx: TenantTx, { tenantId, userId }: Viewer): Promise<string> {
  const [own] = await tx.query<{ zone: string | null }>(
    'select time_zone as zone from user_preferences where tenant_id = $1 and user_id = $2 and deleted_at is null',
    [tenantId, userId],
  )
  return own?.zone ?? 'UTC'
}

const datedFields = perEntity((of) =>
  Object.keys(of.fields).filter((name) => {
    const { default: value } = of.fields[name]!
    return typeof value === 'object' && value !== null
  }),
)

function leavesDate(op: SubmittedOperation | SubmittedAct): boolean {
  // Its steps may complete rows that it does not name.
  if (op.op === 'act') return true
  const fields = fieldsOf(op)
  if (rulesOf(op.entity).datedBy?.some((name) => Object.hasOwn(fields, name))) return true
  const of = op.op === 'create' ? entityNamed(op.entity) : undefined
  return of !== undefined && datedFields(of).some((name) => !fields[name])
}

/** Whether a row leaves a date to the server; of a new row, devices fill in the date themselves. */
export const asksForToday = (submitted: readonly Submitted[]): boolean =>
  submitted.some((each) => 'ops' in each && each.ops.some(leavesDate))
