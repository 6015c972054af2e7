// While nodes of two versions run, or after the server went back to an older version, a change may use names that only
// the later version knows. The later version has written its names into the database, so this node leaves such a change
// undecided.
import { fieldsOf } from '#schema/protocol.ts'
import type { ReadableNames } from '#schema/readable-names.ts'
import { entityNamed } from '#schema/registry.ts'
import type { Database, TenantTx } from '../db/database.ts'
import { RequestError } from '../http/errors.ts'
import type { Submitted, SubmittedOperation } from '../records/outcome.ts'

type Name = readonly [entity: string, field?: string]

/** Throws NEWER when a change uses names that the database knows and these definitions do not. */
export async function requireOwnNames(
  database: Database,
  tenantId: string,
  submitted: readonly Submitted[],
): Promise<void> {
  const unknown = submitted.flatMap((each) => ('ops' in each ? each.ops.flatMap(unknownIn) : []))
  if (unknown.length === 0) return
  const names = await database.tenant(tenantId, newestNames)
  const isNewer = ([entity, field]: Name) =>
    Object.hasOwn(names, entity) && (field === undefined || Object.hasOwn(names[entity]!.fields, field))
  if (unknown.some(isNewer)) throw new RequestError('NEWER')
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
