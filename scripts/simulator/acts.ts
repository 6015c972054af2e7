// What people do, chosen by the dice from what their screen shows. Each act says in words what it did.
import type { AnyRow } from '#schema/entity.ts'
import type { Conflict } from '#schema/protocol.ts'
import type { Act, Choice, LedgerEntry, Outcome } from '#web/store/contract.ts'
import type { Form, Tab } from './device.ts'
import type { Dice } from './dice.ts'
import { decisionOn, lookAtDecision, withGroups } from './oracle/decisions.ts'
import { Violation } from './oracle/violation.ts'
import { createFields, editFields } from './words.ts'

export type Verb =
  | 'create'
  | 'edit'
  | 'burst'
  | 'show'
  | 'move'
  | 'remove'
  | 'open a form'
  | 'submit a form'
  | 'several'
  | 'retry'
  | 'settle'
  | 'bring back'
  | 'discard'
  | 'sync'

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
  retry: 6,
  settle: 4,
  'bring back': 2,
  discard: 4,
  sync: 3,
}

type EntityName = Form['entity']
const edited: readonly EntityName[] = [
  'projects',
  'projects',
  'investors',
  'investments',
  'investments',
  'documents',
  'valuations',
]
const removed: readonly EntityName[] = ['projects', 'investors', 'investments', 'documents', 'valuations']
const counted: Readonly<Record<string, readonly (readonly [EntityName, string])[]>> = {
  projects: [
    ['documents', 'projectId'],
    ['valuations', 'projectId'],
  ],
  investors: [
    ['investments', 'investorId'],
    ['documents', 'investorId'],
  ],
}

export async function act(tab: Tab, verb: Verb, dice: Dice, canary: () => string): Promise<string> {
  const refused = tab.device.disk.refused
  try {
    return `${tab.label}: ${await acts[verb](tab, dice, canary)}`
  } catch (error) {
    // SEND1: it fails visibly, and leaves nothing.
    if (tab.device.disk.refused === refused || error instanceof Violation) throw error
    return `${tab.label}: cannot ${verb}, its disk is full`
  }
}

type Play = (tab: Tab, dice: Dice, canary: () => string) => Promise<string>

const acts: Readonly<Record<Verb, Play>> = {
  async create(tab, dice, canary) {
    const name = tab.person.role === 'INVESTOR' ? 'documents' : dice.pick(edited)
    const fields = createFields(name, rowsOf(tab), dice, canary)
    if (!fields) return `nothing to make ${name} of`
    return said(`creates ${name} ${JSON.stringify(fields)}`, tab, await tab.store.create(name, fields))
  },
  async edit(tab, dice, canary) {
    const form = pickForm(tab, dice)
    return form ? edit(tab, form, dice, canary) : 'nothing to edit'
  },
  async burst(tab, dice, canary) {
    const form = pickForm(tab, dice)
    if (!form) return 'nothing to edit'
    const said: string[] = []
    for (let at = 0; at < 3; at++) {
      const seen = tab.store.table(form.entity).get(form.seen.id) as AnyRow | undefined
      if (seen) said.push(await edit(tab, { ...form, seen }, dice, canary))
    }
    return said.join(', then ')
  },
  async show(tab, dice) {
    const seen = pickRow(tab, 'projects', dice)
    if (!seen) return 'no project to show or hide'
    const isVisibleToInvestors = seen['isVisibleToInvestors'] !== true
    const verb = isVisibleToInvestors ? 'shows' : 'hides'
    return said(
      `${verb} projects ${short(seen.id)}`,
      tab,
      await tab.store.update('projects', seen, { isVisibleToInvestors }),
    )
  },
  async move(tab, dice) {
    const seen = pickRow(tab, 'documents', dice)
    const [to] = [pickRow(tab, 'investors', dice), undefined].slice(dice.chance(0.8) ? 0 : 1)
    if (!seen) return 'no document to move'
    const outcome = await tab.store.update('documents', seen, { investorId: to?.id ?? null })
    return said(`moves documents ${short(seen.id)} to ${to ? short(to.id) : 'nobody'}`, tab, outcome, seen.number)
  },
  async remove(tab, dice) {
    const name = dice.pick(removed)
    const seen = pickRow(tab, name, dice)
    if (!seen) return `no ${name} to remove`
    const rows = (of: EntityName, field: string) =>
      [...tab.store.table(of).all()].filter((row) => (row as AnyRow)[field] === seen.id).map(({ id }) => id)
    const ids = Object.fromEntries((counted[name] ?? []).map(([of, field]) => [of, rows(of, field)]))
    const outcome = await tab.store.remove(name, seen, counted[name] ? ids : undefined)
    return said(`removes ${name} ${short(seen.id)}`, tab, outcome)
  },
  async 'open a form'(tab, dice) {
    const form = pickForm(tab, dice)
    if (!form) return 'no form to open'
    tab.forms.push(form)
    return `opens a form of ${form.entity} ${short(form.seen.id)}`
  },
  async 'submit a form'(tab, dice, canary) {
    const form = tab.forms.shift()
    return form ? `submits its form: ${await edit(tab, form, dice, canary)}` : acts['open a form'](tab, dice, canary)
  },
  async several(tab, dice, canary) {
    const done: Act[] = []
    const name = dice.pick(['projects', 'investors'] as const)
    const id = tab.store.newId()
    if (dice.chance(0.5)) {
      done.push({ op: 'create', entity: name, id, fields: createFields(name, rowsOf(tab), dice, canary)! })
      const reference = name === 'projects' ? { projectId: id } : { investorId: id }
      done.push({ op: 'create', entity: 'documents', fields: { name: canary(), ...reference } })
    }
    for (const _ of [1, 2]) {
      const form = pickForm(tab, dice)
      if (!form || done.some((each) => 'seen' in each && each.seen.id === form.seen.id)) continue
      done.push({ op: 'update', ...form, fields: editFields(form.entity, rowsOf(tab), dice, canary) })
    }
    if (!done.length) return 'nothing to do at once'
    const outcome = await tab.store.commit(done)
    const words = done.map((each) => `${each.op} ${each.entity} ${'fields' in each ? JSON.stringify(each.fields) : ''}`)
    return said(`does at once: ${words.join(' and ')}`, tab, outcome)
  },
  async settle(tab, dice, canary) {
    const entry = pickFromInbox(tab, dice, ({ verdict }) => verdict?.code === 'CONFLICT')
    if (!entry) return acts.edit(tab, dice, canary)
    const choices = (entry.verdict?.conflicts ?? []).map(({ id, field }) => {
      const keep: Choice['keep'] = dice.chance(0.5) ? 'mine' : 'theirs'
      return { id, field, keep }
    })
    const theirs = (entry.verdict?.conflicts ?? []).filter((_, at) => choices[at]!.keep === 'theirs')
    const kept = choices.map(({ field, keep }) => `${field} ${keep}`).join()
    return said(
      `settles ${short(entry.id)} with ${kept}`,
      tab,
      await decide(tab, entry, () => tab.store.settle(entry.id, choices), theirs),
    )
  },
  async 'bring back'(tab, dice, canary) {
    const entry = pickFromInbox(tab, dice, ({ verdict }) => verdict?.code === 'DELETED')
    if (!entry) return acts.remove(tab, dice, canary)
    const isAnew = dice.chance(0.3)
    const outcome = await decide(tab, entry, () =>
      isAnew ? tab.store.makeNew(entry.id) : tab.store.bringBack(entry.id),
    )
    return said(`${isAnew ? 'makes a new one of' : 'brings back the row of'} ${short(entry.id)}`, tab, outcome)
  },
  async retry(tab, dice, canary) {
    const entry = pickFromInbox(tab, dice)
    if (!entry) return acts.edit(tab, dice, canary)
    return said(`retries ${short(entry.id)}`, tab, await retry(tab, entry))
  },
  async discard(tab, dice, canary) {
    const id = dice.chance(0.5) ? pickWaiting(tab, dice) : pickFromInbox(tab, dice)?.id
    if (!id) return acts.edit(tab, dice, canary)
    const decision = decisionOn(tab, id, 'let go')
    tab.device.letGo.add(id)
    await tab.store.discard(id)
    lookAtDecision(tab, decision, undefined)
    return `discards ${short(id)}`
  },
  async sync(tab) {
    tab.store.syncNow()
    return 'presses sync now'
  },
}

async function edit(tab: Tab, { entity, seen }: Form, dice: Dice, canary: () => string): Promise<string> {
  const fields = editFields(entity, rowsOf(tab), dice, canary)
  const outcome = await tab.store.update(entity, seen, fields)
  return said(`edits ${entity} ${short(seen.id)} ${JSON.stringify(fields)}`, tab, outcome, seen.number)
}

const rowsOf = (tab: Tab) => (name: EntityName) => [...tab.store.table(name).all()] as readonly AnyRow[]

/** Mostly one of the first: people who work on the same rows meet. */
function pickRow(tab: Tab, name: EntityName, dice: Dice): AnyRow | undefined {
  const rows = rowsOf(tab)(name).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return rows[Math.floor(rows.length * dice.next() ** 3)]
}

function pickForm(tab: Tab, dice: Dice): Form | undefined {
  const entity = dice.pick(edited)
  const seen = pickRow(tab, entity, dice)
  return seen && { entity, seen }
}

function pickFromInbox(
  { store }: Tab,
  dice: Dice,
  isMeant: (entry: LedgerEntry) => boolean = () => true,
): LedgerEntry | undefined {
  const entries = store.ledger().filter(({ state, because }) => state === 'attention' && because === undefined)
  const meant = entries.filter(isMeant)
  return meant.length ? dice.pick(meant) : undefined
}

/** Mostly the first of several about the same row: people change their minds. */
function pickWaiting({ store }: Tab, dice: Dice): string | undefined {
  const waiting = store.ledger().filter(({ state }) => state === 'waiting')
  const rowsOfOps = ({ ops }: LedgerEntry) => ops.map(({ id }) => id)
  // Newest first.
  const followed = waiting.filter((entry, at) =>
    waiting.slice(0, at).some((later) => rowsOfOps(later).some((id) => rowsOfOps(entry).includes(id))),
  )
  const from = followed.length && dice.chance(0.8) ? followed : waiting
  return from.length ? dice.pick(from).id : undefined
}

/** From here on the device has promised to keep it, and what it made with it. */
export function said(words: string, { device, person, store, promised }: Tab, outcome: Outcome, saw?: number): string {
  if (!outcome.ok) return `${words}: not valid, ${Object.keys(outcome.issues).join()}`
  const isNew = ({ id, state, verdict }: LedgerEntry) =>
    (state === 'waiting' || state === 'sent') && verdict === null && !device.promised.has(id)
  const ledger = store.ledger()
  const knew = new Set(ledger.map(({ id }) => id))
  const made = ledger.filter(isNew)
  for (const { id, ops } of made.toReversed()) {
    promised.add(id)
    device.promised.set(id, { author: person, ops, saw: id === outcome.changeId ? saw : undefined, knew })
  }
  return `${words} as ${outcome.changeId ? short(outcome.changeId) : 'nothing new'}`
}

export const short = (id: string): string => id.slice(-6)

export const retry = (tab: Tab, entry: LedgerEntry): Promise<Outcome> =>
  decide(tab, entry, () => tab.store.retry(entry.id))

/** What belongs to a change goes with it, once the person has decided. */
async function decide(
  tab: Tab,
  { id, verdict }: LedgerEntry,
  act: () => Promise<Outcome>,
  theirs: readonly Conflict[] = [],
): Promise<Outcome> {
  const { device, store } = tab
  const decision = decisionOn(tab, id, verdict?.code === 'DELETED' ? 'record' : 'change')
  const isNew = [...decision.belong].filter((each) => !device.letGo.has(each))
  // Before it is done: it may be the last thing that the device does.
  for (const each of isNew) device.letGo.add(each)
  try {
    const outcome = await act()
    lookAtDecision(tab, decision, withGroups(theirs))
    return outcome
  } finally {
    const gone = new Set(store.ledger().flatMap(({ id: each, state }) => (state === 'discarded' ? [each] : [])))
    for (const each of isNew) if (!gone.has(each)) device.letGo.delete(each)
  }
}
