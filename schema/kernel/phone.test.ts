import { describe, expect, it } from 'vitest'
import { registry } from '#schema/registry.ts'
import { issuesOnSave } from '#schema/rules.ts'
import { isPhone } from './phone.ts'

describe('a phone number', () => {
  it.each([
    '+90 532 123 45 67',
    '(212) 555-0140',
    '0212/555.01.40',
    '+1 202 555 0101 ext. 12',
    '+1 202 555 0101 x12',
    '+1 202 555 0101 Ext 12',
    '12345x1',
    ' 12345 ',
    '+٩٠ ٥٣٢ ١٢٣',
  ])('%s is one', (text) => expect(isPhone(text)).toBe(true))

  it.each([
    'abc',
    '1234',
    '+1 2-3 4',
    '12345 home',
    'x12345',
    '1234 x5',
    '1 202 ext. 12',
    '12345;67',
    '+90 532 12O 45',
    '.....',
  ])('%s is none', (text) => expect(isPhone(text)).toBe(false))

  it.each(['investors', 'referrals'] as const)('of %s is checked when it changes, not when it stays', (entity) => {
    const issuesFor = (phone: string | null, before: { readonly phone: string | null } | null) =>
      issuesOnSave(entity, { phone }, { before: before && { ...before, name: 'Omar' }, today: '2026-03-15' })
    expect(issuesFor('abc', null)).toEqual({ phone: { key: 'phone' } })
    expect(issuesFor('abc', { phone: '12345' })).toEqual({ phone: { key: 'phone' } })
    expect(issuesFor('abc', { phone: 'abc' })).toEqual({})
    expect(issuesFor('12345', { phone: 'abc' })).toEqual({})
    expect(issuesFor(null, { phone: 'abc' })).toEqual({})
    expect(registry[entity].fields.phone.storage).toMatchObject({ holds: 'phone' })
  })
})
