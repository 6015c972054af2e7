// The part of a held change that administrators see. Personal texts are left out, as in the audit trail.
import { entityNamed } from '#schema/registry.ts'
import type { HeldChange } from './held-changes.ts'

const isPrivate = (entity: unknown): boolean => typeof entity === 'string' && entityNamed(entity)?.audited === false

const toldKeys: readonly string[] = ['op', 'entity', 'verb', 'id', 'seen']

/** Unjudged operations may have any shape. */
function toldOperation(op: unknown): unknown {
  if (typeof op !== 'object' || op === null || !('entity' in op) || !isPrivate(op.entity)) return op
  return Object.fromEntries(Object.entries(op).map(([key, value]) => [key, toldKeys.includes(key) ? value : {}]))
}

export function toldPart({ change, verdict, ...held }: HeldChange): HeldChange {
  const ops = change?.['ops']
  const conflicts = verdict?.conflicts?.filter(({ entity }) => !isPrivate(entity))
  return {
    ...held,
    change: change && Array.isArray(ops) ? { ...change, ops: ops.map(toldOperation) } : change,
    verdict: verdict && conflicts ? { ...verdict, conflicts } : verdict,
  }
}
