import { describe, expect, it } from 'vitest'
import { codes, codeTexts } from './kernel/codes.ts'
import { groupOf, pathOf, snakeCase, statusFieldOf } from './kernel/entity.ts'
import { statusClass } from './kernel/enumerations.ts'
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

const isNeverDeleted = ({ access }: (typeof tenantEntities)[number]): boolean =>
  Object.values(access).every((rules) => rules.delete === 'nothing')

describe('the registry', () => {
  it('finds entities by name and ignores names of the prototype', () => {
    for (const name of Object.keys(registry)) expect(entityNamed(name)!.name).toBe(name)
    for (const name of ['toString', '__proto__', 'constructor', '']) expect(entityNamed(name)).toBeUndefined()
  })

  it('points only to entities and fields that exist, inside the tenant', () => {
    const names = tenantEntities.map(({ name }) => name)
    for (const entity of entities) {
      const targets = Object.values(entity.fields).flatMap(({ storage }) =>
        storage.kind === 'reference' ? [storage.to] : [],
      )
      for (const target of targets) expect(names).toContain(target)
      for (const name of entity.groups.flat()) expect(entity.fields).toHaveProperty(name)
      const keys = [...Object.keys(entity.fields), ...(entity.home === 'directory' ? ['tenantId'] : [])]
      for (const name of entity.unique.flat()) expect(keys).toContain(name)
      for (const { via, field } of Object.values(entity.joins)) {
        const { storage } = entity.fields[via]!
        expect(storage.kind === 'reference' && entityNamed(storage.to)!.fields[field]).toBeTruthy()
      }
    }
  })

  it('declares for each required reference what happens when its parent is deleted', () => {
    const undeclared = tenantEntities.flatMap((entity) =>
      Object.entries(entity.fields).flatMap(([field, { storage, nullable, onDelete }]) => {
        if (storage.kind !== 'reference' || nullable || onDelete) return []
        const parent = entityNamed(storage.to)!
        return isNeverDeleted(parent) ? [] : [`${entity.name}.${field} -> ${parent.name}`]
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
    const called = entities.filter((entity) => Object.hasOwn(entity.fields, 'status'))
    expect(called.map((entity) => [entity.name, statusFieldOf(entity)])).toEqual(
      called.map(({ name }) => [name, 'status']),
    )
    expect(entities.filter(({ scopeOf }) => scopeOf).map(({ name }) => name)).toEqual(['investorUsers'])
  })

  it('exposes no secret and replicates no table with unencrypted ones', () => {
    for (const entity of entities) {
      const secrets = Object.values(entity.fields).filter(({ storage }) => storage.kind === 'secret')
      for (const { readers, byServer } of secrets) expect([readers, byServer]).toEqual(['nobody', true])
    }
    const closed = entities.filter((entity) => Object.values(entity.fields).some(({ sealed }) => sealed))
    expect(closed.filter(({ replicate }) => replicate !== 'never')).toEqual([])
    for (const name of ['users', 'sessions', 'userInvitations', 'pushSubscriptions', 'auditLogs'] as const)
      expect([name, registry[name].replicate]).toEqual([name, 'never'])
  })
})

it('the audit trail leaves out only values that are computed or personal', () => {
  const without = entities.filter(({ audited }) => !audited).map(({ name }) => name)
  expect(without.toSorted()).toEqual(['activities', 'analyticsData', 'holdingValues', 'savedViews'])
})

it('a record without a copy on devices has no activities, because a device could not show it', () => {
  expect(entities.filter(({ hasActivity, replicate }) => hasActivity && replicate === 'never')).toEqual([])
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
    ['investors', 'kycReason', ['kycStatus', 'kycReason', 'kycReviewOn', 'kycDocuments']],
    ['projects', 'name', ['name']],
    ['referralCommissions', 'frequency', ['commissionPercentage', 'frequency']],
  ])('of %s with %s: %j', (name, field, group) => {
    expect(groupOf(entityNamed(name)!, field)).toEqual(group)
  })

  it('is in one group at most', () => {
    for (const entity of entities) expect(new Set(entity.groups.flat()).size).toBe(entity.groups.flat().length)
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
