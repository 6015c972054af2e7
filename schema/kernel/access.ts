import type { Rule } from './access-rule.ts'
import type { Access, CustomVerb, Verb } from './entity.ts'
import { ownUser } from './viewer.ts'

const all = { read: 'everything', create: 'everything', update: 'everything', delete: 'everything' } as const
const none = { read: 'nothing', create: 'nothing', update: 'nothing', delete: 'nothing' } as const

export const staffAnd = (investor: Partial<Record<Verb, Rule>> = {}): Access => ({
  ADMIN: all,
  PORTFOLIO_MANAGER: all,
  INVESTOR: { ...none, ...investor },
})

const createAndDelete = { ...all, update: 'nothing' } as const

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
