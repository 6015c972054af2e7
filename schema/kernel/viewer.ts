// Decides permissions as a boolean; the server's visible-to.ts decides the same in SQL.
import type { Clause, Rule } from './access-rule.ts'
import type { Entity, Access, CustomVerb, Verb } from './entity.ts'
import type { Role } from './enumerations.ts'

export interface Viewer {
  readonly tenantId: string
  readonly userId: string
  /** Not used for decisions. */
  readonly name?: string
  /** The session's device, as stored. Not used for decisions. */
  readonly device?: string | null
  readonly role: Role
  readonly investorIds: readonly string[]
  /** Undefined: all. Set while servers of different versions run. */
  readonly fieldVisibility?: ReadonlyMap<string, ReadonlySet<string>>
}

export const ownInvestors = 'viewer.investors'
export const ownUser = 'viewer.user'

export const isStaff = (viewer: { readonly role: Role }): boolean => viewer.role !== 'INVESTOR'

const all = { read: 'everything', create: 'everything', update: 'everything', delete: 'everything' } as const
const none = { read: 'nothing', create: 'nothing', update: 'nothing', delete: 'nothing' } as const

export const staffAnd = (investor: Partial<Record<Verb, Rule>> = {}): Access => ({
  ADMIN: all,
  PORTFOLIO_MANAGER: all,
  INVESTOR: { ...none, ...investor },
})

const createAndDelete = { ...all, update: 'nothing' } as const

/** Staff may create and delete, but not update. */
export const staffCreateAndDelete: Access = {
  ADMIN: createAndDelete,
  PORTFOLIO_MANAGER: createAndDelete,
  INVESTOR: none,
}

export const staffRead: Access = {
  ADMIN: { ...none, read: 'everything' },
  PORTFOLIO_MANAGER: { ...none, read: 'everything' },
  INVESTOR: none,
}

export const staffReadAnd = (read: Rule): Access => ({ ...staffRead, INVESTOR: { ...none, read } })

export const investorsRead = (read: Rule): Access => ({
  ADMIN: none,
  PORTFOLIO_MANAGER: none,
  INVESTOR: { ...none, read },
})

export const adminReads: Access = { ...staffRead, PORTFOLIO_MANAGER: none }

export const adminReadsAnd = (verbs: Partial<Record<Verb, Rule>>): Access => ({
  ...adminReads,
  ADMIN: { ...adminReads.ADMIN, ...verbs },
})

export const ownRows = (verbs: Partial<Record<Verb, Rule>>): Access => ({
  ADMIN: { ...none, ...verbs },
  PORTFOLIO_MANAGER: { ...none, ...verbs },
  INVESTOR: { ...none, ...verbs },
})

/** Staff manage their own rows, administrators all rows; rows cannot be deleted. */
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

export const everyRole = (rule: Rule): CustomVerb['may'] => ({ ADMIN: rule, PORTFOLIO_MANAGER: rule, INVESTOR: rule })

export const staffMay: CustomVerb['may'] = { ADMIN: 'everything', PORTFOLIO_MANAGER: 'everything', INVESTOR: 'nothing' }

export const adminMay: CustomVerb['may'] = { ADMIN: 'everything', PORTFOLIO_MANAGER: 'nothing', INVESTOR: 'nothing' }

/** Unknown verbs are forbidden. */
export function ruleOf(entity: Entity, { role }: { readonly role: Role }, verb: string): Rule {
  const rules: Readonly<Record<string, Rule>> = entity.access[role]
  if (Object.hasOwn(rules, verb)) return rules[verb]!
  return Object.hasOwn(entity.verbs, verb) ? entity.verbs[verb]!.may[role] : 'nothing'
}

function holds(clause: Clause, row: Readonly<Record<string, unknown>>, viewer: Viewer): boolean {
  return Object.entries(clause).every(([column, required]) => {
    if (required === true) return row[column] === true
    if (required === 'viewer.user') return row[column] === viewer.userId
    return viewer.investorIds.includes(row[column] as string)
  })
}

/** Pass the stored columns, never only those of a request. */
export function may(entity: Entity, viewer: Viewer, verb: string, row: Readonly<Record<string, unknown>>): boolean {
  const rule = ruleOf(entity, viewer, verb)
  if (rule === 'everything') return true
  return rule !== 'nothing' && rule.some((clause) => holds(clause, row, viewer))
}

/** Needs no row. */
export const mayEver = (entity: Entity, viewer: { readonly role: Role }, verb: string): boolean =>
  ruleOf(entity, viewer, verb) !== 'nothing'

export function readableFields(entity: Entity, viewer: Pick<Viewer, 'role' | 'fieldVisibility'>): string[] {
  const audience = isStaff(viewer) ? 'staff' : 'investor'
  // The map only covers replicated entities.
  const visible =
    viewer.fieldVisibility && entity.replicate !== 'never'
      ? (viewer.fieldVisibility.get(entity.name) ?? new Set())
      : undefined
  return Object.keys(entity.fields).filter((name) => {
    const { readers } = entity.fields[name]!
    return (readers === 'all' || readers === audience) && (visible?.has(name) ?? true)
  })
}
