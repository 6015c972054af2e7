// Every verb except the merge of investors, which merge-acts.ts also takes back.
import type { Field } from '#schema/kernel/field.ts'
import type { EntityVerb } from '#schema/kernel/verb.ts'
import type { Values } from '#schema/kernel/parse.ts'
import { type Act, verbs } from '#schema/verbs.ts'
import type { Tab } from '../device/device.ts'
import type { Dice } from '../dice.ts'
import { assert } from '../oracle/violation.ts'
import { describeCommit, short } from './describe-commit.ts'
import { pickRow, type Play } from './row-acts.ts'
import { addVerbThatCreates, chargeFees } from '#schema/test/verb-that-creates.ts'

export type VerbAct = 'use a verb'

addVerbThatCreates()
const played = verbs.filter(({ name }) => name !== 'merge')

export const verbActs: Readonly<Record<VerbAct, Play>> = {
  async 'use a verb'(tab, dice) {
    const verb = dice.pick(played)
    const { does } = tab.program
    if (does && (verb === chargeFees || !does(verb.entity, verb.name))) return 'no such verb in this version'
    if (verb.entity === 'commissions' && dice.chance(0.4)) return changeCommission(tab, dice)
    const record = pickApplicable(tab, verb, dice)
    if (!record) return `nothing to ${verb.name}`
    const act = { entity: verb.entity, verb: verb.name, id: record.id, fields: inputOf(verb, dice) } as Act
    const outcome = await tab.store.act(act, tab.store.preview(act))
    if (outcome.ok)
      assert(tab.store.preview(act) === null, () => `ACT1: ${tab.label} does not show ${verb.name} of ${record.id}`)
    return describeCommit(`uses ${verb.name} on ${verb.entity} ${short(record.id)}`, tab, outcome)
  },
}

function pickApplicable({ store }: Tab, { entity, appliesTo }: EntityVerb, dice: Dice) {
  const rows = [...store.table(entity).all()].filter((row) => appliesTo?.(row) ?? true)
  return rows.length ? rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))[dice.below(Math.min(rows.length, 3))] : undefined
}

const inputOf = ({ input }: EntityVerb, dice: Dice): Values =>
  Object.fromEntries(Object.entries(input).map(([name, field]) => [name, valueOf(field, dice)]))

const valueOf = ({ storage }: Field, dice: Dice): string =>
  storage.kind === 'date' ? `2026-01-1${dice.below(9)}` : `${dice.below(20)}.00`

/** So that what others are shown of a commission changes. */
async function changeCommission(tab: Tab, dice: Dice): Promise<string> {
  const seen = pickRow(tab, 'commissions', dice)
  if (!seen || dice.chance(0.2)) return addCommission(tab, dice)
  const amount = `${1 + dice.below(90)}.00`
  const outcome = await tab.store.update('commissions', seen, { amount })
  return describeCommit(`changes commissions ${short(seen.id)} to ${amount}`, tab, outcome, seen.number)
}

async function addCommission(tab: Tab, dice: Dice): Promise<string> {
  const investment = pickRow(tab, 'investments', dice)
  if (!investment) return 'no investment for a commission'
  const amount = `${1 + dice.below(90)}.00`
  const fields = { investmentId: investment.id, feeType: 'SETUP', amount, currency: 'USD' } as const
  return describeCommit(`adds a commission of ${amount}`, tab, await tab.store.create('commissions', fields))
}
