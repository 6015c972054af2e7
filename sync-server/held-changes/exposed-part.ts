// Personal texts are left out, as in the audit trail.
import { entityNamed } from '#schema/registry.ts'
import type { Verdict } from '#schema/sync/protocol.ts'
import type { HeldChange } from './held-changes.ts'

const isPrivate = (entity: unknown): boolean => typeof entity === 'string' && entityNamed(entity)?.audited === false

const exposedKeys: readonly string[] = ['op', 'entity', 'verb', 'id', 'seen']

/** Unjudged operations may have any shape. */
function exposedOperation(op: unknown): unknown {
  if (typeof op !== 'object' || op === null || !('entity' in op) || !isPrivate(op.entity)) return op
  return Object.fromEntries(Object.entries(op).map(([key, value]) => [key, exposedKeys.includes(key) ? value : {}]))
}

const exposedRows = <Row extends { readonly entity: string }>(rows: readonly Row[]): Row[] =>
  rows.filter(({ entity }) => !isPrivate(entity))

const exposedVerdict = ({ conflicts, result, ...verdict }: Verdict): Verdict => ({
  ...verdict,
  ...(conflicts && { conflicts: exposedRows(conflicts) }),
  ...(result && { result: { theirs: exposedRows(result.theirs) } }),
})

export function exposedPart({ change, verdict, ...held }: HeldChange): HeldChange {
  const ops = change?.['ops']
  return {
    ...held,
    change: change && Array.isArray(ops) ? { ...change, ops: ops.map(exposedOperation) } : change,
    verdict: verdict && exposedVerdict(verdict),
  }
}
