// While another version's names are in the database, this node defers what only the newer version can decide.
import { createHash } from 'node:crypto'
import { canonicalJson } from '#schema/kernel/canonical-json.ts'
import { rowsNamedIn } from '#schema/records/change.ts'
import { includesRow, writtenRows } from '#schema/records/derived-ids.ts'
import { fieldsOf, withRows } from '#schema/sync/protocol.ts'
import { parsePatch } from '#schema/kernel/parse.ts'
import {
  namesText,
  type ReadableEntity,
  type ReadableNames,
  readableNames,
  fieldVisibilityFor,
} from '#schema/records/readable-names.ts'
import { entityNamed } from '#schema/registry.ts'
import type { Viewer } from '#schema/kernel/viewer.ts'
import type { TenantTx } from '#server/db/connect/database.ts'
import type { Submitted, SubmittedAct, SubmittedOperation } from '#server/records/judge/outcome.ts'

export const localNames = readableNames()
const localHash = createHash('md5').update(namesText(localNames)).digest('hex')

export const otherNamesSql = `(select case when md5(names::text) <> '${localHash}' then names end from readable_names order by ordinal desc limit 1)`

export async function restrictedViewer(tx: TenantTx, viewer: Viewer): Promise<Viewer> {
  const [row] = await tx.query<{ others: ReadableNames | null }>(`select ${otherNamesSql} as others`)
  const { others } = row!
  return others
    ? { ...viewer, fieldVisibility: fieldVisibilityFor(localNames, others, viewer.role).fieldVisibility }
    : viewer
}

const hasOthers = (others: object, local: object): boolean =>
  Object.keys(others).some((name) => !Object.hasOwn(local, name))

const named = (names: ReadableNames, entity: string): ReadableEntity | undefined =>
  Object.hasOwn(names, entity) ? names[entity] : undefined

/** It may include rows of unknown entities. */
export const mayAffectUnknown = (others: ReadableNames | null, { op }: { readonly op: string }): boolean =>
  others !== null && (op === 'delete' || op === 'restore') && hasOthers(others, localNames)

export const isNewerThan = (others: ReadableNames | null, operation: SubmittedOperation): boolean =>
  others !== null && isNewer(others, operation)

export const isOlder = (others: ReadableNames | null): boolean =>
  others !== null &&
  (hasOthers(others, localNames) ||
    Object.entries(localNames).some(([name, { fields }]) => hasOthers(named(others, name)?.fields ?? {}, fields)))

export function deferToNewer(
  others: ReadableNames | null,
  submitted: readonly Submitted[],
  before: ReadonlySet<string>,
): readonly Submitted[] {
  if (!others && submitted.every((each) => !('rows' in each))) return submitted
  const waiting = new Set(before)
  return submitted.map((each) => {
    if ('rows' in each) for (const id of each.rows) waiting.add(id)
    if (!('ops' in each)) return each
    const mayWait = each.unknownFields === 'refuse'
    const isOwn =
      !others || !each.ops.some((operation) => isNewer(others, operation) || (mayWait && isRefusedHere(operation)))
    if (isOwn && !each.ops.some((operation) => rowsNamedIn(operation).some((id) => includesRow(waiting, id))))
      return each
    for (const row of writtenRows(each)) waiting.add(row)
    return { ...each, isNewer: true }
  })
}

/** The newer version may accept the value. Devices can wait; for REST this version's rules decide. */
function isRefusedHere(operation: SubmittedOperation | SubmittedAct): boolean {
  if (operation.op === 'act') return false
  const entity = entityNamed(operation.entity)
  const parsed = entity && parsePatch(entity, fieldsOf(operation), 'ignore')
  return parsed?.ok === false
}

/** Whether the operation or its base names something that only the newer version knows or reads by other rules. */
function isNewer(others: ReadableNames, operation: SubmittedOperation | SubmittedAct): boolean {
  if (mayAffectUnknown(others, operation)) return true
  // An act writes rows that it does not name.
  if (operation.op === 'act' && isOlder(others)) return true
  const seen = 'base' in operation ? (operation.base ?? {}) : {}
  const counted = Object.hasOwn(seen, withRows) ? seen[withRows] : undefined
  const rows = typeof counted === 'object' && counted !== null ? Object.keys(counted) : []
  if (rows.some((entity) => named(others, entity) && !named(localNames, entity))) return true
  const [theirs, local] = [named(others, operation.entity), named(localNames, operation.entity)]
  if (!theirs) return false
  if (!local || canonicalJson(theirs.rows) !== canonicalJson(local.rows)) return true
  return [...Object.keys(fieldsOf(operation)), ...Object.keys(seen)].some(
    (field) => Object.hasOwn(theirs.fields, field) && theirs.fields[field] !== local.fields[field],
  )
}
