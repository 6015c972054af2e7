// What entities declare agrees with each other. Values, defaults and lengths outlive a build, so they stand here as well.
import { describe, expect, it } from 'vitest'
import { codes, codeTexts } from './kernel/codes.ts'
import { groupOf, pathOf, snakeCase, statusFieldOf } from './kernel/entity.ts'
import * as enumerations from './kernel/enumerations.ts'
import { issueText, issueTexts } from './kernel/issues.ts'
import {
  cascadeLinks,
  clearedOnDelete,
  entities,
  entityNamed,
  registry,
  restrictLinks,
  tenantEntities,
} from './registry.ts'

const values: Record<string, string> = {
  roles: 'ADMIN PORTFOLIO_MANAGER INVESTOR',
  projectTypes: 'REAL_ESTATE PRIVATE_EQUITY AGRICULTURE COMMERCIAL INFRASTRUCTURE VENTURE_CAPITAL',
  projectStatuses: 'FUNDED ACTIVE GROWTH MATURE EXITED',
  investmentStatuses: 'COMMITTED FUNDED ACTIVE EXITED',
  cashFlowTypes: 'CAPITAL_CALL DISTRIBUTION DIVIDEND INTEREST',
  feeTypes: 'MANAGEMENT PERFORMANCE TRANSACTION SETUP EXIT',
  tradingPlatforms: 'TD_AMERITRADE INTERACTIVE_BROKERS SCHWAB FIDELITY ALPACA',
  dealStatuses: 'SOURCED REVIEWED DUE_DILIGENCE APPROVED REJECTED INVESTED',
  documentStatuses: 'DRAFT PENDING_SIGNATURE SIGNED EXPIRED',
  connectionStatuses: 'PENDING ACCEPTED BLOCKED',
  currencies: 'USD AED TRY',
  paymentInstallments: '1_MONTH 2_MONTHS 3_MONTHS 6_MONTHS 12_MONTHS',
  invitationStatuses: 'PENDING ACCEPTED EXPIRED REVOKED',
  commissionFrequencies: 'ONE_TIME MONTHLY QUARTERLY ANNUALLY PER_DEAL',
  languageCodes: 'en ar fr hi tr',
}

const defaults: [keyof typeof registry, string, unknown][] = [
  ['users', 'role', 'INVESTOR'],
  ['users', 'preferredLanguage', 'en'],
  ['users', 'isActive', true],
  ['projects', 'status', 'FUNDED'],
  ['projects', 'isVisibleToInvestors', true],
  ['projects', 'paymentInstallment', '6_MONTHS'],
  ['investors', 'kycStatus', 'PENDING'],
  ['investments', 'status', 'COMMITTED'],
  ['documents', 'language', 'en'],
  ['deals', 'status', 'SOURCED'],
  ['referrals', 'isActive', true],
  ['userInvitations', 'status', 'PENDING'],
  ['investorConnections', 'status', 'PENDING'],
  ['documentSignatures', 'status', 'DRAFT'],
  ['exchangeRates', 'source', 'MANUAL'],
]

const lengths: [keyof typeof registry, string, number][] = [
  ['projects', 'name', 255],
  ['projects', 'location', 255],
  ['documents', 'name', 255],
  ['documents', 'type', 100],
  ['deals', 'name', 255],
  ['auditLogs', 'action', 100],
]
/** No role deletes its rows, so no row loses its parent. */
const isNeverDeleted = ({ access }: (typeof tenantEntities)[number]): boolean =>
  Object.values(access).every((rules) => rules.delete === 'nothing')

const lists: Readonly<Record<string, unknown>> = { ...enumerations }

describe('the registry', () => {
  it.each(Object.entries(values))('has the values of %s', (name, options) => {
    expect(lists[name]).toEqual(options.split(' '))
  })

  it.each(defaults)('%s.%s begins as %s', (name, field, value) => {
    expect(entityNamed(name)!.fields[field]!.default).toBe(value)
  })

  it.each(lengths)('%s.%s accepts at most %i characters', (name, field, most) => {
    expect(entityNamed(name)!.fields[field]!.storage).toMatchObject({ max: most })
  })

  it('finds entities by name and ignores names of the prototype', () => {
    for (const name of Object.keys(registry)) expect(entityNamed(name)!.name).toBe(name)
    for (const name of ['toString', '__proto__', 'constructor', '']) expect(entityNamed(name)).toBeUndefined()
  })

  it('points only to entities and fields that exist, inside the tenant', () => {
    const names = tenantEntities.map(({ name }) => name)
    for (const of of entities) {
      const targets = Object.values(of.fields).flatMap(({ storage }) =>
        storage.kind === 'reference' ? [storage.to] : [],
      )
      for (const target of targets) expect(names).toContain(target)
      for (const name of of.groups.flat()) expect(of.fields).toHaveProperty(name)
      const keys = [...Object.keys(of.fields), ...(of.home === 'directory' ? ['tenantId'] : [])]
      for (const name of of.unique.flat()) expect(keys).toContain(name)
      for (const { via, field } of Object.values(of.joins)) {
        const { storage } = of.fields[via]!
        expect(storage.kind === 'reference' && entityNamed(storage.to)!.fields[field]).toBeTruthy()
      }
    }
  })

  it('declares for each required reference what happens when its parent is deleted', () => {
    const undeclared = tenantEntities.flatMap((of) =>
      Object.entries(of.fields).flatMap(([field, { storage, nullable, onDelete }]) => {
        if (storage.kind !== 'reference' || nullable || onDelete) return []
        const parent = entityNamed(storage.to)!
        return isNeverDeleted(parent) ? [] : [`${of.name}.${field} -> ${parent.name}`]
      }),
    )
    expect(undeclared).toEqual([])
  })

  it('derives from the references what a delete cascades to, is restricted by and clears', () => {
    const text = (links: readonly { entity: string; field: string }[]) =>
      links.map(({ entity, field }) => `${entity}.${field}`)
    const { projects, investors, deals } = registry
    expect(restrictLinks(projects)).toEqual([{ entity: 'investments', field: 'projectId', code: 'HAS_INVESTMENTS' }])
    expect(text(cascadeLinks(projects)).toSorted()).toEqual([
      'cashFlows.projectId',
      'documents.projectId',
      'referralCommissions.projectId',
      'valuations.projectId',
    ])
    expect(text(clearedOnDelete(projects))).toEqual(['deals.projectId'])
    expect(text(clearedOnDelete(investors))).toEqual(['referrals.investorId'])
    expect(text(cascadeLinks(deals))).toEqual(['opportunities.dealId'])
  })

  it('declares every status field as a status, and whose scope a row decides', () => {
    const called = entities.filter((of) => Object.hasOwn(of.fields, 'status'))
    expect(called.map((of) => [of.name, statusFieldOf(of)])).toEqual(called.map(({ name }) => [name, 'status']))
    expect(entities.filter(({ scopeOf }) => scopeOf).map(({ name, scopeOf }) => [name, scopeOf])).toEqual([
      ['investorUsers', 'userId'],
    ])
  })

  it('exposes no secret and replicates no table with unencrypted ones', () => {
    for (const of of entities) {
      const secrets = Object.values(of.fields).filter(({ storage }) => storage.kind === 'secret')
      for (const { readers, byServer } of secrets) expect([readers, byServer]).toEqual(['nobody', true])
    }
    const closed = entities.filter((of) => Object.values(of.fields).some(({ sealed }) => sealed))
    expect(closed.filter(({ replicate }) => replicate !== 'never')).toEqual([])
    for (const name of ['users', 'sessions', 'userInvitations', 'pushSubscriptions', 'auditLogs'] as const)
      expect([name, registry[name].replicate]).toEqual([name, 'never'])
  })
})

it('each entity declares whether it has activities and audited values', () => {
  const without = (word: 'hasActivity' | 'audited') =>
    entities
      .filter((of) => !of[word])
      .map(({ name }) => name)
      .toSorted()
  expect(without('audited')).toEqual(['activities', 'analyticsData', 'holdingValues', 'savedViews'])
  const online = entities.filter((of) => of.replicate === 'never').map(({ name }) => name)
  const kept = ['activities', 'analyticsData', 'holdingValues', 'notifications', 'savedViews', 'userPreferences']
  expect(without('hasActivity')).toEqual([...kept, ...online].toSorted())
  for (const of of entities)
    expect([of.name, of.hasActivity && of.replicate === 'never'], 'a device could not show it').toEqual([
      of.name,
      false,
    ])
})

it('the audit trail is for administrators, and only the server writes it', () => {
  const { ADMIN, PORTFOLIO_MANAGER, INVESTOR } = registry.auditLogs.access
  const none = { read: 'nothing', create: 'nothing', update: 'nothing', delete: 'nothing' }
  expect([ADMIN, PORTFOLIO_MANAGER, INVESTOR]).toEqual([{ ...none, read: 'everything' }, none, none])
})

describe('what merges together', () => {
  it.each([
    ['investments', 'amount', ['amount', 'currency']],
    ['investments', 'redemptionDate', ['investmentDate', 'redemptionDate']],
    ['investments', 'exitedOn', ['status', 'exitedOn', 'nothingMoreDue']],
    ['projects', 'currency', ['targetAmount', 'currency']],
    ['investors', 'kycReason', ['kycStatus', 'kycReason']],
    ['projects', 'name', ['name']],
    ['referralCommissions', 'frequency', ['commissionPercentage', 'frequency']],
  ])('of %s with %s: %j', (name, field, group) => {
    expect(groupOf(entityNamed(name)!, field)).toEqual(group)
  })

  it('is in one group at most', () => {
    for (const of of entities) expect(new Set(of.groups.flat()).size).toBe(of.groups.flat().length)
  })
})

describe('words', () => {
  it('every code and issue has a sentence', () => {
    for (const code of codes) expect(codeTexts[code]).toMatch(/\S/)
    expect(new Set(codes).size).toBe(codes.length)
    expect(issueText({ key: 'max', params: { max: 255 } })).toBe('Maximum 255 characters allowed')
    expect(issueText({ key: 'min', params: { min: 3 } })).toBe('Minimum 3 characters required')
    expect(issueText({ key: 'max' })).toBe('Maximum  characters allowed')
    for (const text of Object.values(issueTexts)) expect(text).toMatch(/^[A-Z]/)
  })

  it('FUNDED and ACTIVE are one class, and a missing status counts as FUNDED', () => {
    const { statusClass } = enumerations
    expect([undefined, null, 'FUNDED', 'ACTIVE', 'EXITED'].map((status) => statusClass(status))).toEqual([
      'ACTIVE',
      'ACTIVE',
      'ACTIVE',
      'ACTIVE',
      'EXITED',
    ])
  })

  it('names are converted to columns and paths', () => {
    expect(['expectedIRR', 'isVisibleToInvestors', 'nav'].map(snakeCase)).toEqual([
      'expected_irr',
      'is_visible_to_investors',
      'nav',
    ])
    expect(pathOf(registry.referralCommissions)).toBe('referral-commissions')
  })
})
