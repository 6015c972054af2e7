import { describe, expect, it } from 'vitest'
import { entities, registry } from '#schema/registry.ts'
import { ruleOf } from '#schema/kernel/permissions.ts'
import {
  adminsMay,
  investorsMay,
  isManagersOwn,
  isPersonal,
  mentioned,
  readRights,
  rights,
  staffMay,
} from './rights.ts'

it('the table names entities of the registry', () => {
  expect(Object.keys(registry)).toEqual(expect.arrayContaining([...mentioned]))
})

describe('the reader of the table', () => {
  const head =
    '| records | administrators | portfolio managers | investors, with what is theirs or shown to them | notes |\n|---|---|---|---|---|'

  it('reads a line', () => {
    const line = '| `deals` | everything | own: read, create | nothing | nobody deletes them |'
    expect(readRights(`Text.\n\n${head}\n${line}\n\nText.`).get('deals')).toEqual({
      admins: { rights, isOwn: false },
      managers: { rights: ['read', 'create'], isOwn: true },
      investors: { rights: [], isOwn: false },
    })
  })

  it.each([
    '| `deals` | everything | everything | deletes nothing |  |',
    '| `deals` | everything, read | everything | read | |',
    '| `deals` | everything | everything | read; update: their own | |',
    '| `deals` | everything | everything | read, read | |',
    '| `deals` | everything | own: nothing | read | |',
    '| `deals` | everything | everything | read |',
    '| deals | everything | everything | read | |',
  ])('does not read %s', (line) => expect(() => readRights(`${head}\n${line}`)).toThrow('Not a l'))

  it('refuses a duplicate entity and other tables', () => {
    const line = '| `deals` | everything | everything | read | |'
    expect(readRights(`${head}\n${line}`).size).toBe(1)
    expect(() => readRights(`${head}\n${line}\n${line}`)).toThrow('a second one')
    expect(() => readRights(`| records | staff |\n|---|---|\n${line}`)).toThrow('Not the head')
  })
})

describe.each(entities.map((entity) => [entity.name, entity] as const))('%s', (name, entity) => {
  const declared = (role: 'ADMIN' | 'PORTFOLIO_MANAGER' | 'INVESTOR') =>
    rights.map((right) => [right, ruleOf(entity, { role }, right)] as const).filter(([, rule]) => rule !== 'nothing')
  const rightsOf = (role: Parameters<typeof declared>[0]) => declared(role).map(([right]) => right)

  it('matches the table for each role', () => {
    expect(rightsOf('ADMIN')).toEqual(adminsMay(name))
    expect(rightsOf('PORTFOLIO_MANAGER')).toEqual(staffMay(name))
    expect(rightsOf('INVESTOR')).toEqual(investorsMay(name))
  })

  it('gives staff all records or only their own, as in the table', () => {
    const isForAll = (role: 'ADMIN' | 'PORTFOLIO_MANAGER') => declared(role).every(([, rule]) => rule === 'everything')
    expect(isForAll('ADMIN')).toBe(!isPersonal(name))
    expect(isForAll('PORTFOLIO_MANAGER')).toBe(!isManagersOwn(name))
  })
})
