import type { AnyRow } from '#schema/kernel/entity.ts'
import type { EntityName as AnyEntityName, Row } from '#schema/registry.ts'
import type { Command, CommandFields } from '#web/store/base/command.ts'
import type { Form, Tab } from '../device/device.ts'
import type { Dice } from '../dice.ts'
import { describeCommit, short } from './describe-commit.ts'
import { createFields, editFields } from './words.ts'

export type Play = (tab: Tab, dice: Dice, canary: () => string) => Promise<string>

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

export type RowVerb =
  | 'create'
  | 'edit'
  | 'burst'
  | 'show'
  | 'move'
  | 'remove'
  | 'open a form'
  | 'submit a form'
  | 'several'

export const rowActions: Readonly<Record<RowVerb, Play>> = {
  async create(tab, dice, canary) {
    const name = tab.person.role === 'INVESTOR' ? 'documents' : dice.pick(edited)
    const fields = fieldsKnownTo(tab, name, createFields(name, rowsOf(tab), dice, canary))
    if (!fields) return `nothing to create ${name} from`
    return describeCommit(`creates ${name} ${JSON.stringify(fields)}`, tab, await tab.store.create(name, fields))
  },
  async edit(tab, dice, canary) {
    const form = pickForm(tab, dice)
    return form ? edit(tab, form, dice, canary) : 'nothing to edit'
  },
  async burst(tab, dice, canary) {
    const form = pickForm(tab, dice)
    if (!form) return 'nothing to edit'
    const edits: string[] = []
    for (let at = 0; at < 3; at++) {
      const seen = tab.store.table(form.entity).get(form.seen.id)
      if (seen) edits.push(await edit(tab, { ...form, seen }, dice, canary))
    }
    return edits.join(', then ')
  },
  async show(tab, dice) {
    const seen = pickRow(tab, 'projects', dice)
    if (!seen) return 'no project to show or hide'
    const isVisibleToInvestors = !seen.isVisibleToInvestors
    const verb = isVisibleToInvestors ? 'shows' : 'hides'
    const outcome = await tab.store.update('projects', seen, { isVisibleToInvestors })
    return describeCommit(`${verb} projects ${short(seen.id)}`, tab, outcome)
  },
  async move(tab, dice) {
    const seen = pickRow(tab, 'documents', dice)
    const [to] = [pickRow(tab, 'investors', dice), undefined].slice(dice.chance(0.8) ? 0 : 1)
    if (!seen) return 'no document to move'
    const outcome = await tab.store.update('documents', seen, { investorId: to?.id ?? null })
    return describeCommit(
      `moves documents ${short(seen.id)} to ${to ? short(to.id) : 'nobody'}`,
      tab,
      outcome,
      seen.number,
    )
  },
  remove: (tab, dice) => remove(tab, dice.pick(removed), dice),
  async 'open a form'(tab, dice) {
    const form = pickForm(tab, dice)
    if (!form) return 'no form to open'
    tab.forms.push(form)
    return `opens a form of ${form.entity} ${short(form.seen.id)}`
  },
  async 'submit a form'(tab, dice, canary) {
    const form = tab.forms.shift()
    return form
      ? `submits its form: ${await edit(tab, form, dice, canary)}`
      : rowActions['open a form'](tab, dice, canary)
  },
  async several(tab, dice, canary) {
    const done: Command[] = []
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
      const fields = fieldsKnownTo(tab, form.entity, editFields(form.entity, rowsOf(tab), dice, canary))
      if (fields) done.push({ op: 'update', ...form, fields } as Command)
    }
    if (!done.length) return 'nothing to do together'
    const outcome = await tab.store.commit(done)
    const descriptions = done.map(
      (each) => `${each.op} ${each.entity} ${'fields' in each ? JSON.stringify(each.fields) : ''}`,
    )
    return describeCommit(`does together: ${descriptions.join(' and ')}`, tab, outcome)
  },
}

async function remove<Name extends EntityName>(tab: Tab, name: Name, dice: Dice): Promise<string> {
  const seen = pickRow(tab, name, dice)
  if (!seen) return `no ${name} to remove`
  const rows = (entity: EntityName, field: string) =>
    [...tab.store.table(entity).all()].filter((row) => (row as AnyRow)[field] === seen.id).map(({ id }) => id)
  const ids = Object.fromEntries((counted[name] ?? []).map(([entity, field]) => [entity, rows(entity, field)]))
  const outcome = await tab.store.remove(name, seen, counted[name] ? ids : undefined)
  return describeCommit(`removes ${name} ${short(seen.id)}`, tab, outcome)
}

async function edit<Name extends EntityName>(
  tab: Tab,
  { entity, seen }: Form<Name>,
  dice: Dice,
  canary: () => string,
): Promise<string> {
  const fields = fieldsKnownTo(tab, entity, editFields(entity, rowsOf(tab), dice, canary))
  if (!fields) return 'no such field in this version'
  const outcome = await tab.store.update(entity, seen, fields as CommandFields<Name>)
  return describeCommit(`edits ${entity} ${short(seen.id)} ${JSON.stringify(fields)}`, tab, outcome, seen.number)
}

/** Those of the tab's version; undefined without any. */
function fieldsKnownTo({ program }: Tab, entity: string, fields: Record<string, unknown> = {}) {
  const own = Object.entries(fields).filter(([field]) => program.knows?.(entity, field) ?? true)
  return own.length ? Object.fromEntries(own) : undefined
}

const rowsOf = (tab: Tab) => (name: EntityName) => [...tab.store.table(name).all()] as readonly AnyRow[]

/** Mostly one of the first, so that people meet in the same rows. */
export function pickRow<Name extends AnyEntityName>(tab: Tab, name: Name, dice: Dice): Row<Name> | undefined {
  const rows = [...tab.store.table(name).all()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return rows[Math.floor(rows.length * dice.next() ** 3)]
}

function pickForm(tab: Tab, dice: Dice): Form | undefined {
  const entity = dice.pick(edited)
  const seen = pickRow(tab, entity, dice)
  return seen && { entity, seen }
}
