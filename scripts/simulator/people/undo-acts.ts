// UNDO1, UNDO2: an undo puts back what the person saw, over what their own change made.
import { type Operation, withRows } from '#schema/sync/protocol.ts'
import type { DoneAction } from '#web/store/base/undo.ts'
import type { Tab } from '../device/device.ts'
import { isFilled } from '../oracle/effects.ts'
import { assert } from '../oracle/violation.ts'
import { describeCommit, short } from './describe-commit.ts'
import type { Play } from './row-acts.ts'

export type UndoVerb = 'undo' | 'redo'

export const undoActs: Readonly<Record<UndoVerb, Play>> = {
  async undo(tab) {
    const { undo } = tab.store
    const last = undo?.last
    if (!last?.inverse) return 'nothing to undo'
    const outcome = await undo.undo(last)
    if (outcome.ok && undo.lastUndone) checkInverse(tab, last, undo.lastUndone.ops)
    return describeCommit(`undoes ${short(last.changeId)}`, tab, outcome)
  },
  async redo(tab) {
    const { undo } = tab.store
    if (!undo?.lastUndone) return 'nothing to redo'
    return describeCommit(`redoes what ${short(undo.lastUndone.changeId)} undid`, tab, await undo.redo())
  },
}

function checkInverse({ label, store }: Tab, { changeId, ops }: DoneAction, inverse: readonly Operation[]): void {
  const here = `${label}: the undo of ${changeId}`
  assert(inverse.length === ops.length, () => `${here} has ${inverse.length} operations for ${ops.length}`)
  for (const [index, operation] of ops.entries()) {
    const back = inverse[inverse.length - 1 - index]!
    const base = 'base' in back ? (back.base ?? {}) : {}
    if (operation.op === 'create') assert(back.op === 'delete', () => `${here} leaves ${operation.id}`)
    if (operation.op === 'delete') assert(back.op === 'restore', () => `${here} does not restore ${operation.id}`)
    if (operation.op !== 'create' && operation.op !== 'update') continue
    for (const [field, value] of Object.entries(operation.fields))
      assert(
        field === withRows || isFilled(operation.op, field) || same(base[field], value),
        () => `${here} takes back ${field} ${JSON.stringify(base[field])}, but ${JSON.stringify(value)} was made`,
      )
    if (operation.op !== 'update' || back.op !== 'update') continue
    const row = store.table(operation.entity as 'projects').get(operation.id) as Record<string, unknown> | undefined
    for (const field of Object.keys(operation.fields))
      assert(
        isFilled('update', field) ||
          (same(back.fields[field], operation.base[field]) && isShown(row, field, operation)),
        () => `${here} gives ${field} ${JSON.stringify(back.fields[field])} and shows ${JSON.stringify(row?.[field])}`,
      )
  }
}

const isShown = (
  row: Record<string, unknown> | undefined,
  field: string,
  { base }: Extract<Operation, { op: 'update' }>,
): boolean => row === undefined || same(row[field], base[field])

const same = (a: unknown, b: unknown): boolean => (a ?? null) === (b ?? null)
