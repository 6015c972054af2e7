import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { SecretKey } from './keys.ts'
import { createSeals, type Aad, SealBroken } from './seal.ts'

const aad: Aad = { tenantId: 'firm', table: 'bank_accounts', id: 'row', column: 'account_number' }
const keyNamed = (id: string): SecretKey => ({ id, bytes: randomBytes(32) })
const first = keyNamed('first')
const second = keyNamed('second')
const seals = createSeals(() => [second, first])
const text = 'DE89 3704 0044 0532 0130 00 · ünïcode'

describe('a sealed value', () => {
  it('opens in its row and column, names its key, and hides its text', () => {
    const sealed = seals.seal(text, aad)
    expect(seals.open(sealed, aad)).toBe(text)
    expect(seals.keyOf(sealed)).toBe('second')
    expect(Buffer.from(sealed.split('.')[2]!, 'base64url').includes('3704')).toBe(false)
  })

  it('differs each time, even for the same text', () => {
    expect(seals.seal(text, aad)).not.toBe(seals.seal(text, aad))
    expect(seals.open(seals.seal('', aad), aad)).toBe('')
  })

  it.each([
    ['another firm', { tenantId: 'other' }],
    ['another table', { table: 'trading_accounts' }],
    ['another row', { id: 'other' }],
    ['another column', { column: 'routing_number' }],
    ['names that only look alike when they are joined', { table: 'bank', column: 'accounts_account_number' }],
  ])('does not open in %s', (_, moved) => {
    expect(() => seals.open(seals.seal(text, aad), { ...aad, ...moved })).toThrow(SealBroken)
  })

  it('does not open with any bit flipped', () => {
    const [form, id, body] = seals.seal('4711', aad).split('.')
    const bytes = Buffer.from(body!, 'base64url')
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const altered = Buffer.from(bytes)
      altered[bit >> 3]! ^= 1 << (bit & 7)
      expect(() => seals.open(`${form}.${id}.${altered.toString('base64url')}`, aad)).toThrow('was altered')
    }
  })

  it('does not open when truncated or under the name of another key', () => {
    const sealed = seals.seal(text, aad)
    expect(() => seals.open(sealed.slice(0, -4), aad)).toThrow('was altered')
    expect(() => seals.open(sealed.replace('.second.', '.first.'), aad)).toThrow('was altered')
    expect(() => seals.open(text, aad)).toThrow('is not a sealed value')
  })
})

describe('keys', () => {
  it('an older one opens its values', () => {
    const older = createSeals(() => [first]).seal(text, aad)
    expect(seals.open(older, aad)).toBe(text)
    expect([seals.keyOf(older), seals.newest()]).toEqual(['first', 'second'])
  })

  it('a missing one is named, and another one of that name opens nothing', () => {
    const sealed = createSeals(() => [keyNamed('lost')]).seal(text, aad)
    expect(() => seals.open(sealed, aad)).toThrow('the key lost, which this server does not have')
    expect(() => createSeals(() => [keyNamed('lost')]).open(sealed, aad)).toThrow('was altered')
  })

  it('an added one is used from then on', () => {
    const ring = [first]
    const growing = createSeals(() => ring)
    const before = growing.seal(text, aad)
    ring.unshift(second)
    expect(growing.keyOf(growing.seal(text, aad))).toBe('second')
    expect(growing.open(before, aad)).toBe(text)
  })

  it('errors do not contain the value', () => {
    const sealed = seals.seal(text, aad)
    for (const wrong of [text, sealed.slice(0, -4), sealed.replace('second', 'third')])
      expect(() => seals.open(wrong, aad)).toThrow(/^bank_accounts\.account_number of row [^]*$/)
    expect(() => seals.open(text, aad)).not.toThrow('3704')
  })
})
