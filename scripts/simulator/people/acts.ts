// Chosen from what the screen shows. Each returns a description.
import type { Tab } from '../device/device.ts'
import type { Dice } from '../dice.ts'
import { type InboxVerb, inboxActions } from './inbox-acts.ts'
import { mergeActs, type MergeVerb } from './merge-acts.ts'
import { undoActs, type UndoVerb } from './undo-acts.ts'
import { verbActs, type VerbAct } from './verb-acts.ts'
import { Violation } from '../oracle/violation.ts'
import { type Play, type RowVerb, rowActions } from './row-acts.ts'

export type Verb = RowVerb | InboxVerb | MergeVerb | UndoVerb | VerbAct | 'sync'

const actions: Readonly<Record<Verb, Play>> = {
  ...rowActions,
  ...inboxActions,
  ...mergeActs,
  ...undoActs,
  ...verbActs,
  async sync(tab) {
    tab.store.syncNow()
    return 'presses sync now'
  },
}

export const verbWeights: Readonly<Record<Verb, number>> = {
  create: 18,
  edit: 26,
  burst: 5,
  show: 8,
  move: 2,
  remove: 7,
  'open a form': 8,
  'submit a form': 10,
  several: 6,
  merge: 3,
  part: 1,
  'use a verb': 5,
  retry: 6,
  settle: 4,
  'bring back': 2,
  discard: 4,
  sync: 3,
  undo: 8,
  redo: 3,
}

export async function perform(tab: Tab, verb: Verb, dice: Dice, canary: () => string): Promise<string> {
  const refused = tab.device.disk.refused
  try {
    return `${tab.label}: ${await actions[verb](tab, dice, canary)}`
  } catch (error) {
    // SEND1: a commit that cannot be written fails visibly and leaves nothing.
    if (tab.device.disk.refused === refused || error instanceof Violation) throw error
    return `${tab.label}: cannot ${verb}, its disk is full`
  }
}
