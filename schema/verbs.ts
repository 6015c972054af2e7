// Every verb with pure steps. Verbs that need more than rows are calls of the server (verb-call.ts there).
import * as commissions from './entities/commissions/verbs.ts'
import * as investors from './entities/investors/verbs.ts'
import * as projects from './entities/projects/verbs.ts'
import type { Entity } from './kernel/entity.ts'
import type { Values } from './kernel/parse.ts'
import type { EntityVerb, InputOf, Step } from './kernel/verb.ts'
import { applyVerb, type UnorderedRows } from './records/apply-verb.ts'
import type { Operation } from './sync/protocol.ts'

const all = [...Object.values(commissions), ...Object.values(investors), ...Object.values(projects)] as const

type AnyVerb = (typeof all)[number]
type ActOf<Of> =
  Of extends EntityVerb<infer Name, infer VerbName, infer Input>
    ? { readonly entity: Name; readonly verb: VerbName; readonly id: string; readonly fields: InputOf<Input> }
    : never
/** One use of a verb: on this record, with this input. */
export type Act = ActOf<AnyVerb>
export type VerbName = AnyVerb['name']

export const verbs: readonly EntityVerb[] = all

/** Also those that need the server. */
export const verbNamesOf = ({ name, verbs: byServer }: Entity): readonly string[] => [
  ...Object.keys(byServer),
  ...verbs.filter(({ entity }) => entity === name).map((each) => each.name),
]

/** Undefined for verbs of newer versions, and for those that need the server. */
export const verbNamed = ({ entity, verb }: { readonly entity: string; readonly verb: string }) =>
  verbs.find((each) => each.entity === entity && each.name === verb)

/** What the acts among the operations would do to the given rows. */
export const stepsOf = (rows: UnorderedRows, ops: readonly Operation[]): Step[] =>
  ops.flatMap((each) => {
    const verb = each.op === 'act' ? verbNamed(each) : undefined
    if (each.op !== 'act' || !verb) return []
    return applyVerb(verb, rows, { ...each, changeId: '', index: 0 })?.steps ?? []
  })

/** By id, so that a row has a name before it exists. */
export const createdIn = (steps: readonly Step[]): ReadonlyMap<string, Values> =>
  new Map(steps.flatMap((step) => (step.op === 'create' ? [[step.id, step.fields] as const] : [])))
