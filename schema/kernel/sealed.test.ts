import { describe, expect, it } from 'vitest'
import { lastFour } from './field-types.ts'
import { entities, registry } from '#schema/registry.ts'
import { endOf, sealedFields, inputFields } from './sealed.ts'

it('every sealed account value has a field with its last characters, push keys have none', () => {
  const all = entities.flatMap((of) => sealedFields(of).map((each) => ({ of, ...each })))
  expect(all.filter(({ shownBy }) => shownBy === null).map(({ of }) => of.name)).toEqual(['pushSubscriptions'])
  expect(all).toHaveLength(7)
  for (const { of, field, shownBy } of all) {
    expect(of.fields[field]).toMatchObject({ readers: 'nobody', byServer: true })
    expect(of.fields[shownBy ?? 'none'] ?? lastFour()).toMatchObject({
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
  ])('of %s is %s', (value, end) => expect(endOf(value)).toBe(end))
})
