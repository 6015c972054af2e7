import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { SecretKey } from './keys.ts'
import { createSeals, type Aad, SealBroken } from './seal.ts'

const place: Aad = { tenantId: 'firm', table: 'bank_accounts', id: 'row', column: 'account_number' }
const keyNamed = (id: string): SecretKey => ({ id, bytes: randomBytes(32) })
const first = keyNamed('first')
const second = keyNamed('second')
const seals = createSeals(() => [second, first])
const text = 'DE89 3704 0044 0532 0130 00 · ünïcode'

describe('a sealed value', () => {
  it('opens in its row and column, names its key, and hides its text', () => {
    const sealed = seals.seal(text, place)
    expect(seals.open(sealed, place)).toBe(text)
    expect(seals.keyOf(sealed)).toBe('second')
    expect(Buffer.from(sealed.split('.')[2]!, 'base64url').includes('3704')).toBe(false)
  })

  it('differs each time, also for the same text', () => {
    expect(seals.seal(text, place)).not.toBe(seals.seal(text, place))
    expect(seals.open(seals.seal('', place), place)).toBe('')
  })

  it.each([
    ['another firm', { tenantId: 'other' }],
    ['another table', { table: 'trading_accounts' }],
    ['another row', { id: 'other' }],
    ['another column', { column: 'routing_number' }],
    ['names that only look alike when they are joined', { table: 'bank', column: 'accounts_account_number' }],
  ])('does not open in %s', (_, moved) => {
    expect(() => seals.open(seals.seal(text, place), { ...place, ...moved })).toThrow(SealBroken)
  })

  it('does not open with any bit flipped', () => {
    const [form, id, body] = seals.seal('4711', place).split('.')
    const bytes = Buffer.from(body!, 'base64url')
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const altered = Buffer.from(bytes)
      altered[bit >> 3]! ^= 1 << (bit & 7)
      expect(() => seals.open(`${form}.${id}.${altered.toString('base64url')}`, place)).toThrow('was altered')
    }
  })

  it('does not open when truncated, nor under the name of another key', () => {
    const sealed = seals.seal(text, place)
    expect(() => seals.open(sealed.slice(0, -4), place)).toThrow('was altered')
    expect(() => seals.open(sealed.replace('.second.', '.first.'), place)).toThrow('was altered')
    expect(() => seals.open(text, place)).toThrow('is not a sealed value')
  })
})

describe('keys', () => {
  it('an older one opens its values', () => {
    const older = createSeals(() => [first]).seal(text, place)
    expect(seals.open(older, place)).toBe(text)
    expect([seals.keyOf(older), seals.newest()]).toEqual(['first', 'second'])
  })

  it('a missing one is named, and another one of that name opens nothing', () => {
    const sealed = createSeals(() => [keyNamed('lost')]).seal(text, place)
    expect(() => seals.open(sealed, place)).toThrow('the key lost, which this server does not have')
    expect(() => createSeals(() => [keyNamed('lost')]).open(sealed, place)).toThrow('was altered')
  })

  it('an added one is used from then on', () => {
    const ring = [first]
    const growing = createSeals(() => ring)
    const before = growing.seal(text, place)
    ring.unshift(second)
    expect(growing.keyOf(growing.seal(text, place))).toBe('second')
    expect(growing.open(before, place)).toBe(text)
  })

  it('errors do not contain the value', () => {
    const sealed = seals.seal(text, place)
    for (const wrong of [text, sealed.slice(0, -4), sealed.replace('second', 'third')])
      expect(() => seals.open(wrong, place)).toThrow(/^bank_accounts\.account_number of row [^]*$/)
    expect(() => seals.open(text, place)).not.toThrow('3704')
  })
})
