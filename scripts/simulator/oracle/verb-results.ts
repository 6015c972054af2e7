// ACT1, ACT3: a verb wrote what the author was shown, and the shown values were the server's at that number.
import type { ShownRow } from '#schema/kernel/verb.ts'
import { feesCharged } from '#schema/test/verb-that-creates.ts'
import type { Operation } from '#schema/sync/protocol.ts'
import { assert } from './violation.ts'
import type { Entry, Verdict } from './server-state.ts'

type Act = Extract<Operation, { op: 'act' }>

export const actIn = (operations: readonly Operation[] | undefined): Act | undefined => {
  const [first] = operations ?? []
  return operations?.length === 1 && first?.op === 'act' ? first : undefined
}

/** What a verb leaves in its own record; from the specification. */
const leaves: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  exit: { status: 'EXITED' },
  markUnpaid: { paidDate: null },
  chargeFees: { description: feesCharged },
}

export const valuesAfter = ({ verb, fields }: Act): Readonly<Record<string, unknown>> =>
  verb === 'merge' ? {} : { ...fields, ...leaves[verb] }

export function checkShown(
  { details: { changeId }, action }: Entry,
  shown: readonly ShownRow[],
  states: ReadonlyMap<string, ReadonlyMap<string, unknown>>,
): void {
  for (const { entity, id, fields } of shown)
    for (const [field, value] of Object.entries(fields)) {
      const state = states.get(`${entity} ${id}`)
      assert(
        !state?.has(field) || (state.get(field) ?? null) === (value ?? null),
        () =>
          `ACT3: ${changeId} (${action}) was applied to ${field} ${JSON.stringify(state?.get(field))} of ${entity} ${id}, but its author had seen ${JSON.stringify(value)}`,
      )
    }
}

export function checkVerb(
  { id, number }: Verdict,
  entries: readonly Entry[],
  act: Act,
  shown: readonly ShownRow[],
): void {
  const here = `The act ${id} (${act.entity}.${act.verb} of ${act.id}, ${number})`
  const [first] = entries
  assert(first?.action === `${act.entity}.${act.verb}` && first.entityId === act.id, () => `${here} is not first`)
  const [written, seen] = [entries.map(({ entityId }) => entityId), shown.map((row) => row.id)].map((ids) =>
    ids.toSorted().join(' '),
  )
  assert(written === seen, () => `ACT1: ${here} wrote ${written}, but its author was shown ${seen}`)
}
