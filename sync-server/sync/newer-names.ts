// While nodes of two versions run, or after the server went back to an older version, a change may use names that only
// the later version knows. The later version has written its names into the database, so this node leaves such a change
// undecided.
import { rowsNamedIn } from '#schema/change.ts'
import { fieldsOf } from '#schema/protocol.ts'
import type { ReadableNames } from '#schema/readable-names.ts'
import { entityNamed } from '#schema/registry.ts'
import type { Database, TenantTx } from '../db/database.ts'
import type { Submitted, SubmittedOperation } from '../records/outcome.ts'

type Name = readonly [entity: string, field?: string]

/**
 * Marks the changes that use names which the database knows and these definitions do not, and the later ones that build
 * on them.
 */
export async function markNewer(
  database: Database,
  tenantId: string,
  submitted: readonly Submitted[],
): Promise<readonly Submitted[]> {
  const unknown = submitted.flatMap((each) => ('ops' in each ? each.ops.flatMap(unknownIn) : []))
  if (unknown.length === 0) return submitted
  const names = await database.tenant(tenantId, newestNames)
  const isNewer = ([entity, field]: Name) =>
    Object.hasOwn(names, entity) && (field === undefined || Object.hasOwn(names[entity]!.fields, field))
  const waiting = new Set<string>()
  return submitted.map((each) => {
    if (!('ops' in each)) return each
    const isOwn = !each.ops.flatMap(unknownIn).some(isNewer)
    if (isOwn && !each.ops.some((operation) => rowsNamedIn(operation).some((id) => waiting.has(id)))) return each
    for (const { id } of each.ops) waiting.add(id)
    return { ...each, isNewer: true }
  })
}

async function newestNames(tx: TenantTx): Promise<ReadableNames> {
  const [row] = await tx.query<{ names: ReadableNames }>(
    'select names from readable_names order by ordinal desc limit 1',
  )
  return row!.names
}

function unknownIn(operation: SubmittedOperation): Name[] {
  const of = entityNamed(operation.entity)
  if (!of) return [[operation.entity]]
  return Object.keys(fieldsOf(operation))
    .filter((field) => !Object.hasOwn(of.fields, field))
    .map((field) => [of.name, field])
}
