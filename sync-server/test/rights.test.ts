// What the registry declares, against the table that people wrote: every entity, also those that no device keeps.
import { describe, expect, it } from 'vitest'
import { entities, registry } from '#schema/registry.ts'
import { ruleOf } from '#schema/viewer.ts'
import { adminsMay, investorsMay, isManagersOwn, isPersonal, mentioned, rights, staffMay } from './rights.ts'

it('the table names entities of the registry', () => {
  expect(Object.keys(registry)).toEqual(expect.arrayContaining([...mentioned]))
})

describe.each(entities.map((of) => [of.name, of] as const))('%s', (name, of) => {
  const declared = (role: 'ADMIN' | 'PORTFOLIO_MANAGER' | 'INVESTOR') =>
    rights.map((right) => [right, ruleOf(of, { role }, right)] as const).filter(([, rule]) => rule !== 'nothing')
  const rightsOf = (role: Parameters<typeof declared>[0]) => declared(role).map(([right]) => right)

  it('lets each role do what the table says', () => {
    expect(rightsOf('ADMIN')).toEqual(adminsMay(name))
    expect(rightsOf('PORTFOLIO_MANAGER')).toEqual(staffMay(name))
    expect(rightsOf('INVESTOR')).toEqual(investorsMay(name))
  })

  it('gives staff the records of all, or only their own, as the table says', () => {
    const isForAll = (role: 'ADMIN' | 'PORTFOLIO_MANAGER') => declared(role).every(([, rule]) => rule === 'everything')
    expect(isForAll('ADMIN')).toBe(!isPersonal(name))
    expect(isForAll('PORTFOLIO_MANAGER')).toBe(!isPersonal(name) && !isManagersOwn(name))
  })
})
