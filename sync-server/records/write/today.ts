import { dateIn } from '#schema/money/dates.ts'
import { perEntity } from '#schema/kernel/entity.ts'
import { fieldsOf } from '#schema/sync/protocol.ts'
import { entityNamed } from '#schema/registry.ts'
import { rulesOf } from '#schema/rules.ts'
import type { Viewer } from '#schema/kernel/viewer.ts'
import type { TenantTx } from '#server/db/connect/database.ts'
import type { RulesByEntity } from '#server/records/rows/entity-rules.ts'
import type { Submitted, SubmittedAct, SubmittedOperation } from '#server/records/judge/outcome.ts'

export const todayOf = async (tx: TenantTx, rules: RulesByEntity, viewer: Viewer, now: Date): Promise<string> =>
  dateIn(await zoneOf(tx, rules, viewer), now)

export async function zoneOf(tx: TenantTx, rules: RulesByEntity, viewer: Viewer): Promise<string> {
  for (const entityRules of Object.values(rules)) {
    const zone = await entityRules.timeZoneOf?.(tx, viewer)
    if (zone) return zone
  }
  return 'UTC'
}

const datedFields = perEntity((entity) =>
  Object.keys(entity.fields).filter((name) => {
    const { default: value } = entity.fields[name]!
    return typeof value === 'object' && value !== null
  }),
)

function omitsDate(op: SubmittedOperation | SubmittedAct): boolean {
  // Its steps may complete rows that it does not name.
  if (op.op === 'act') return true
  const fields = fieldsOf(op)
  if (rulesOf(op.entity).datedBy?.some((name) => Object.hasOwn(fields, name))) return true
  const entity = op.op === 'create' ? entityNamed(op.entity) : undefined
  return entity !== undefined && datedFields(entity).some((name) => !fields[name])
}

/** Devices fill in a new row's date themselves. */
export const needsToday = (submitted: readonly Submitted[]): boolean =>
  submitted.some((each) => 'ops' in each && each.ops.some(omitsDate))
