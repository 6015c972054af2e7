import { describe, expect, it } from 'vitest'
import {
  namesText,
  newScopes,
  type ReadableEntity,
  readableNames,
  type ReadableNames,
  fieldVisibilityFor,
} from './readable-names.ts'
import { registry } from '#schema/registry.ts'

const all = ['ADMIN', 'PORTFOLIO_MANAGER', 'INVESTOR']
const staff = ['ADMIN', 'PORTFOLIO_MANAGER']
const names = readableNames()

const withEntity = (name: string, readable: Partial<ReadableEntity>): ReadableNames => ({
  ...names,
  [name]: { ...names[name]!, ...readable },
})
const withFields = (name: string, fields: Record<string, string>) =>
  withEntity(name, { fields: { ...names[name]!.fields, ...fields } })
const withRows = (name: string, rows: Partial<ReadableEntity['rows']>) =>
  withEntity(name, { rows: { ...names[name]!.rows, ...rows } })
const { investors: _, ...noInvestors } = names
const { location: __, ...noLocation } = names['projects']!.fields
const withoutLocation = withEntity('projects', { fields: noLocation })

describe('changes that require a new pull', () => {
  it.each<[string, ReadableNames, ReadableNames, begins: string[], narrows: string[]]>([
    ['nothing changes', names, readableNames(), [], []],
    ['a new field', withoutLocation, names, [], []],
    ['a new entity', noInvestors, names, [], []],
    ['a removed field', names, withoutLocation, all, all],
    ['a removed entity', names, noInvestors, all, all],
    [
      'a field that only staff may still read',
      names,
      withFields('projects', { location: 'staff' }),
      ['INVESTOR'],
      ['INVESTOR'],
    ],
    ['a field that everybody reads now', withFields('projects', { location: 'staff' }), names, ['INVESTOR'], []],
    [
      'a secret that staff read now',
      withFields('projects', { location: 'nobody' }),
      withFields('projects', { location: 'staff' }),
      staff,
      [],
    ],
    [
      'a reference that investors may now read in some rows only',
      withFields('documents', { projectId: 'all' }),
      names,
      ['INVESTOR'],
      ['INVESTOR'],
    ],
    [
      'a reference that investors may now read in all rows',
      names,
      withFields('documents', { projectId: 'all' }),
      ['INVESTOR'],
      [],
    ],
    [
      'a reference that another entity also exposes',
      names,
      withFields('documents', { projectId: 'all cashFlows' }),
      ['INVESTOR'],
      ['INVESTOR'],
    ],
    [
      'rows that a role may no longer read',
      names,
      withRows('deals', { PORTFOLIO_MANAGER: 'nothing' }),
      ['PORTFOLIO_MANAGER'],
      ['PORTFOLIO_MANAGER'],
    ],
    ['fewer rows', withRows('projects', { INVESTOR: 'everything' }), names, ['INVESTOR'], ['INVESTOR']],
    [
      'more rows',
      names,
      withRows('projects', { INVESTOR: [{ isVisibleToInvestors: true }, { shown: true }] }),
      ['INVESTOR'],
      [],
    ],
    ['other rows', names, withRows('projects', { INVESTOR: [{ shown: true }] }), ['INVESTOR'], ['INVESTOR']],
    ['what was read online only', withEntity('projects', { kept: 'never' }), names, all, []],
    ['what is read online only now', names, withEntity('projects', { kept: 'never' }), all, all],
    ['older rows too', withEntity('projects', { kept: 'recent' }), names, all, []],
    ['recent rows only', names, withEntity('projects', { kept: 'recent' }), all, []],
    ['what nobody reads on a device', names, withFields('auditLogs', { more: 'all' }), [], []],
  ])('GROW6 after %s', (_what, before, after, begins, narrows) => {
    expect(newScopes(before, after)).toEqual({ begins, narrows })
  })

  it('GROW6 equal lists have the same text, which parses back', () => {
    const backwards = Object.fromEntries(Object.entries(names).reverse())
    expect(namesText(backwards)).toBe(namesText(names))
    expect(JSON.parse(namesText(names))).toEqual(names)
    expect(Object.keys(names['projects']!.fields).toSorted()).toEqual(Object.keys(registry.projects.fields).toSorted())
    expect(names['projects']!.fields['raisedAmount']).toBe('staff')
    expect(names['users']).toBeUndefined()
  })
})

describe('servers of two versions side by side', () => {
  it.each<[string, own: ReadableNames, stored: ReadableNames, isOlder: boolean, sees: boolean]>([
    ['the same names', names, names, false, true],
    ['a field that it does not know', withoutLocation, names, true, false],
    ['an entity that it does not know', noInvestors, names, true, true],
    ['a removed field', names, withoutLocation, false, false],
    ['a field that staff read', withFields('projects', { location: 'staff' }), names, true, false],
    ['a field that only staff may still read', names, withFields('projects', { location: 'staff' }), false, false],
    ['other rows', names, withRows('projects', { INVESTOR: [{ shown: true }] }), true, false],
    ['more rows', names, withRows('projects', { INVESTOR: 'everything' }), true, true],
    ['a longer recent part', withEntity('projects', { kept: 'recent' }), names, true, true],
    ['what is read online only now', names, withEntity('projects', { kept: 'never' }), false, false],
  ])(
    'GROW7 shows an investor of %s what both versions may show, and reports whether that is all',
    (_, own, stored, isOlder, sees) => {
      const found = fieldVisibilityFor(own, stored, 'INVESTOR')
      expect(found.isOlder).toBe(isOlder)
      expect(found.fieldVisibility.get('projects')?.has('location') ?? false).toBe(sees)
    },
  )
})
