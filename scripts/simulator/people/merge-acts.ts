import type { AnyRow } from '#schema/kernel/entity.ts'
import { checkMergeOnScreen } from '../oracle/merged-records.ts'
import { pickRow, type Play } from './row-acts.ts'
import { describeCommit, short } from './describe-commit.ts'

export type MergeVerb = 'merge' | 'part'

export const mergeActs: Readonly<Record<MergeVerb, Play>> = {
  async merge(tab, dice) {
    if (tab.program.does?.('investors', 'merge') === false) return 'no such verb in this version'
    const [into, other] = [pickRow(tab, 'investors', dice), pickRow(tab, 'investors', dice)]
    if (!into || !other || into.id === other.id) return 'no two investors to merge'
    const fields = { from: other.id }
    const outcome = await tab.store.commit([{ op: 'act', entity: 'investors', verb: 'merge', id: into.id, fields }])
    if (outcome.ok) checkMergeOnScreen(tab, into.id, other.id)
    return describeCommit(`merges investors ${short(other.id)} into ${short(into.id)}`, tab, outcome)
  },
  async part(tab) {
    const merges = tab.store
      .outbox()
      .flatMap(({ state, ops: [first] }) => (state !== 'discarded' && first?.op === 'act' ? [first] : []))
    const gone = merges.find(({ fields }) => !hasInvestor(tab, String(fields['from'])))
    if (!gone) return 'nothing to part'
    const id = String(gone.fields['from'])
    const outcome = await tab.store.commit([{ op: 'restore', entity: 'investors', id }])
    return describeCommit(`parts investors ${short(id)} from ${short(gone.id)}`, tab, outcome)
  },
}

const hasInvestor = ({ store }: Parameters<Play>[0], id: string): boolean =>
  (store.table('investors').get(id) as AnyRow | undefined) !== undefined
