import { describe, expect, it } from 'vitest'
import { lastFour } from './field-types.ts'
import { entities, registry } from '#schema/registry.ts'
import { lastCharacters, sealedFields, inputFields } from './sealed.ts'

it('every sealed account value has a field with its last characters, push keys have none', () => {
  const all = entities.flatMap((entity) => sealedFields(entity).map((each) => ({ of: entity, ...each })))
  expect(all.filter(({ shownBy }) => shownBy === null).map(({ of: entity }) => entity.name)).toEqual([
    'pushSubscriptions',
  ])
  expect(all).toHaveLength(7)
  for (const { of: entity, field, shownBy } of all) {
    expect(entity.fields[field]).toMatchObject({ readers: 'nobody', byServer: true })
    expect(entity.fields[shownBy ?? 'none'] ?? lastFour()).toMatchObject({
      storage: { kind: 'text', max: 4 },
      byServer: true,
      nullable: true,
    })
  }
})

it('input consists of settable and sealed fields, without the owner', () => {
  expect(Object.keys(inputFields(registry.tradingAccounts)).toSorted()).toEqual([
    'accountId',
    'accountName',
    'apiKey',
    'isActive',
    'platform',
  ])
  expect(inputFields(registry.tradingAccounts)['apiKey']).toMatchObject({ nullable: true, storage: { max: 1_000 } })
  expect(inputFields(registry.tradingAccounts)['accountId']).toMatchObject({ nullable: false, storage: { max: 255 } })
})

describe('the end that is shown', () => {
  it.each([
    ['DE89 3704 0044 0532 0130 00', '3000'],
    ['12345678', '5678'],
    ['1234567', '567'],
    ['12-34', '34'],
    ['12', '2'],
    ['1', '•'],
    ['sk_live_ünï🙂🙂', 'nï🙂🙂'],
  ])('of %s is %s', (value, end) => expect(lastCharacters(value)).toBe(end))
})
