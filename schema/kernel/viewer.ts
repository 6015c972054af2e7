// Who is looking, and the one form of every permission: equalities between stored columns and the viewer. The same rule
// is a boolean here and SQL in the server's visible-to.
import type { Clause, Rule } from './access-rule.ts'
import type { Entity, Access, CustomVerb, Verb } from './entity.ts'
import type { Role } from './enumerations.ts'

export interface Viewer {
  readonly tenantId: string
  readonly userId: string
  /** The name by which colleagues know the person; it decides nothing. */
  readonly name?: string
  readonly role: Role
  /** The investor records this person is linked to. */
  readonly investorIds: readonly string[]
  /** The fields that may be sent, by entity, while nodes of another version run beside this one; undefined: all. */
  readonly fieldVisibility?: ReadonlyMap<string, ReadonlySet<string>>
}

export const ownInvestors = 'viewer.investors'
export const ownUser = 'viewer.user'

export const isStaff = (viewer: { readonly role: Role }): boolean => viewer.role !== 'INVESTOR'

const all = { read: 'everything', create: 'everything', update: 'everything', delete: 'everything' } as const
const none = { read: 'nothing', create: 'nothing', update: 'nothing', delete: 'nothing' } as const

/** Staff may do everything; an investor only what is given here. */
export const staffAnd = (investor: Partial<Record<Verb, Rule>> = {}): Access => ({
  ADMIN: all,
  PORTFOLIO_MANAGER: all,
  INVESTOR: { ...none, ...investor },
})

const decides = { ...all, update: 'nothing' } as const

/** Staff make and take back; nobody changes what was made. */
export const staffDecide: Access = { ADMIN: decides, PORTFOLIO_MANAGER: decides, INVESTOR: none }

/** Staff read; only the server writes. */
export const staffRead: Access = {
  ADMIN: { ...none, read: 'everything' },
  PORTFOLIO_MANAGER: { ...none, read: 'everything' },
  INVESTOR: none,
}

/** Staff read everything, investors what the rule gives them; only the server writes. */
export const staffReadAnd = (read: Rule): Access => ({ ...staffRead, INVESTOR: { ...none, read } })

/** Only investors read, what the rule gives them; only the server writes. */
export const investorsRead = (read: Rule): Access => ({
  ADMIN: none,
  PORTFOLIO_MANAGER: none,
  INVESTOR: { ...none, read },
})

/** Administrators read; only the server writes. */
export const adminReads: Access = { ...staffRead, PORTFOLIO_MANAGER: none }

/** Administrators read, and do what is given here. */
export const adminReadsAnd = (verbs: Partial<Record<Verb, Rule>>): Access => ({
  ...adminReads,
  ADMIN: { ...adminReads.ADMIN, ...verbs },
})

/** Each person has their own rows, whatever the role. */
export const eachOwn = (verbs: Partial<Record<Verb, Rule>>): Access => ({
  ADMIN: { ...none, ...verbs },
  PORTFOLIO_MANAGER: { ...none, ...verbs },
  INVESTOR: { ...none, ...verbs },
})

/** Staff keep their own rows, administrators everybody's; nobody deletes one. */
export const staffOwnAndAdmins: Access = {
  ADMIN: { ...all, delete: 'nothing' },
  PORTFOLIO_MANAGER: {
    read: [{ userId: ownUser }],
    create: [{ userId: ownUser }],
    update: [{ userId: ownUser }],
    delete: 'nothing',
  },
  INVESTOR: none,
}

/** Of a verb that every role may use on the same records. */
export const everyRole = (rule: Rule): CustomVerb['may'] => ({ ADMIN: rule, PORTFOLIO_MANAGER: rule, INVESTOR: rule })

/** Of a verb that only staff may use, on every record. */
export const staffMay: CustomVerb['may'] = { ADMIN: 'everything', PORTFOLIO_MANAGER: 'everything', INVESTOR: 'nothing' }

/** Of a verb that only administrators may use. */
export const adminMay: CustomVerb['may'] = { ADMIN: 'everything', PORTFOLIO_MANAGER: 'nothing', INVESTOR: 'nothing' }

/** The rule for a verb that every entity has, or for one of the entity's own; nobody may use any other. */
export function ruleOf(of: Entity, { role }: { readonly role: Role }, verb: string): Rule {
  const rules: Readonly<Record<string, Rule>> = of.access[role]
  if (Object.hasOwn(rules, verb)) return rules[verb]!
  return Object.hasOwn(of.verbs, verb) ? of.verbs[verb]!.may[role] : 'nothing'
}

function holds(clause: Clause, row: Readonly<Record<string, unknown>>, viewer: Viewer): boolean {
  return Object.entries(clause).every(([column, wanted]) => {
    if (wanted === true) return row[column] === true
    if (wanted === 'viewer.user') return row[column] === viewer.userId
    return viewer.investorIds.includes(row[column] as string)
  })
}

/** Whether the viewer may do this with this row. Give the row's stored columns, never only those of a request. */
export function may(of: Entity, viewer: Viewer, verb: string, row: Readonly<Record<string, unknown>>): boolean {
  const rule = ruleOf(of, viewer, verb)
  if (rule === 'everything') return true
  return rule !== 'nothing' && rule.some((clause) => holds(clause, row, viewer))
}

/** Whether the role may do this with any row at all; answers before a row is looked up. */
export const mayEver = (of: Entity, viewer: { readonly role: Role }, verb: string): boolean =>
  ruleOf(of, viewer, verb) !== 'nothing'

/** The fields of the entity that this viewer may read. */
export function readableFields(of: Entity, viewer: Pick<Viewer, 'role' | 'fieldVisibility'>): string[] {
  const own = isStaff(viewer) ? 'staff' : 'investor'
  // Sight lists only what devices keep, so it does not limit entities that are read online only.
  const told =
    viewer.fieldVisibility && of.replicate !== 'never' ? (viewer.fieldVisibility.get(of.name) ?? new Set()) : undefined
  return Object.keys(of.fields).filter((name) => {
    const { readers } = of.fields[name]!
    return (readers === 'all' || readers === own) && (told?.has(name) ?? true)
  })
}
