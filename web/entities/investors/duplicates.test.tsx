import { expect, test } from 'vitest'
import { type Pair, possibleDuplicates } from './duplicates.ts'

const investor = (id: string, fields: object = {}) => ({
  id,
  firstName: `First${id}`,
  lastName: `Last${id}`,
  email: `${id}@example.com`,
  phone: null,
  ...fields,
})

function found(...investors: ReturnType<typeof investor>[]): readonly Pair[] {
  const walk = possibleDuplicates(investors)
  for (;;) {
    const { done, value } = walk.next()
    if (done) return value
  }
}
const pairs = (...investors: ReturnType<typeof investor>[]) =>
  found(...investors).map(({ ids, reasons }) => `${ids.join('=')} by ${reasons.join(', ')}`)

test('email addresses match regardless of case', () => {
  expect(pairs(investor('b', { email: 'Ada@Example.com' }), investor('a', { email: 'ada@example.com' }))).toEqual([
    'a=b by email',
  ])
})

test('phone numbers match with and without country code and grouping', () => {
  const numbers = ['+90 (532) 100 20 30', '0090 532 100-2030', '532 1002030', '0532 100 20 31']
  expect(pairs(...numbers.map((phone, at) => investor(`${at}`, { phone })))).toEqual([
    '0=1 by phone',
    '0=2 by phone',
    '1=2 by phone',
  ])
  expect(pairs(investor('a', { phone: '123' }), investor('b', { phone: '123' }))).toEqual([])
})

test('names match regardless of diacritics, case and order; a single word is not enough', () => {
  const [one, other] = [
    { firstName: 'Elif', lastName: 'Öztürk' },
    { firstName: 'OZTURK', lastName: 'elif' },
  ]
  expect(pairs(investor('a', one), investor('b', other))).toEqual(['a=b by name'])
  const alone = { firstName: 'Elif', lastName: null }
  expect(pairs(investor('a', alone), investor('b', alone))).toEqual([])
})

test('names that sound the same match as similar names', () => {
  const [one, other] = [
    { firstName: 'Mohammed', lastName: 'Al Mansoori' },
    { firstName: 'Muhammad', lastName: 'Mansouri' },
  ]
  expect(pairs(investor('a', one), investor('b', other))).toEqual(['a=b by similarName'])
})

test('lists everything two records share, and each pair once', () => {
  const same = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', phone: '5321002030' }
  expect(pairs(investor('a', same), investor('b', same), investor('c'))).toEqual(['a=b by email, phone, name'])
})

test('a value shared by many records is ignored', () => {
  const office = { phone: '5321002030' }
  expect(pairs(...Array.from({ length: 9 }, (_, at) => investor(`${at}`, office)))).toEqual([])
})
