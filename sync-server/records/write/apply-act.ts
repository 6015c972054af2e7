// Computes a verb's steps from the rows of this transaction and judges each step.
import { applyVerb, hashOfShown, type VerbUse } from '#schema/records/apply-verb.ts'
import { referencesIn } from '#schema/records/verb-input.ts'
import type { Values } from '#schema/kernel/parse.ts'
import type { EntityVerb, Step } from '#schema/kernel/verb.ts'
import { isSame } from '#schema/records/change.ts'
import { entityNamed } from '#schema/registry.ts'
import { verbNamed } from '#schema/verbs.ts'
import type { Context } from '#server/records/judge/context.ts'
import type { SubmittedAct, SubmittedOperation } from '#server/records/judge/outcome.ts'
import { referenceIssue } from '#server/records/judge/references.ts'
import { createReadCollector } from '#server/records/rows/read-collector.ts'
import { ResultChanged, CodedError } from '#server/records/coded-error.ts'
import { recordingReads } from './recorded-reads.ts'

interface ActContext {
  readonly context: Context
  readonly judge: (operation: SubmittedOperation, context: Context) => Promise<void>
}

/** `act` has been parsed, and the person may use the verb on its record. */
export async function applyAct(
  { context, judge }: ActContext,
  { entity, verb: name, id, fields, expect, seed }: Omit<SubmittedAct, 'op'>,
  index: number,
): Promise<void> {
  const verb = verbNamed({ entity, verb: name })!
  await requireReferences(context, verb, fields)
  const use = { id, fields, seed, changeId: context.changeId, index }
  const result = await applyLoading(context, verb, use)
  if (!result) throw new CodedError('NOT_FOUND')
  const { isApplicable, steps, shown } = result
  await loadCreated(context, steps)
  if (!isApplicable) {
    if (steps.every((step) => isAlreadyDone(context, step))) return
    throw new CodedError('STATE')
  }
  const isExpected = expect === undefined || !shown || context.isResultAccepted || hashOfShown(shown) === expect
  if (!isExpected) throw new ResultChanged(shown)
  const writing = {
    ...context,
    writes: [...new Set(steps.map((step) => step.entity))],
    unknownFields: 'byServer' as const,
  }
  for (const step of steps) await judge(step, writing)
}

async function loadCreated({ set }: Context, steps: readonly Step[]): Promise<void> {
  const created = Map.groupBy(
    steps.filter(({ op }) => op === 'create'),
    ({ entity }) => entity,
  )
  for (const [entity, rows] of created)
    await set.load(
      entityNamed(entity)!,
      rows.map(({ id }) => id),
    )
}

function isAlreadyDone({ set }: Context, step: Step): boolean {
  const row = set.peek(step.entity, step.id)
  if (step.op === 'create') return row !== undefined
  return step.op === 'update' && !!row && Object.keys(step.fields).every((name) => isSame(row[name], step.fields[name]))
}

async function requireReferences(context: Context, { input }: EntityVerb, fields: Values): Promise<void> {
  for (const [field, to, id] of referencesIn(input, fields)) {
    const mistake = await referenceIssue(context, to, id)
    if (mistake === 'missing') throw new CodedError('VALIDATION', { [field]: { key: mistake } })
    if (mistake) throw new CodedError(mistake)
  }
}

/** Repeats a verb until it reads nothing that is not loaded. Its reads depend on rows, so no list of them exists. */
async function applyLoading(context: Context, verb: EntityVerb, use: VerbUse) {
  const loaded = new Set<string>()
  for (;;) {
    const needs = createReadCollector(context.set)
    let isMissing = false
    const reads = recordingReads(context, loaded, {
      row: (entity, id) => (needs.row(entity, id), (isMissing = true)),
      children: (link, id) => (needs.children(link, id), (isMissing = true)),
    })
    const result = applyVerb(verb, reads, use)
    if (!isMissing) return result
    await needs.load()
  }
}
