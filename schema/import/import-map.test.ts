import { describe, expect, it } from 'vitest'
import { type ImportMap, importMap, keyOf, mapProblems } from './import-map.ts'

const investments: ImportMap = {
  columns: {
    Startup: { field: 'projectId', find: 'name' },
    'E-mail': { field: 'investorId', find: 'email' },
    Amount: 'amount',
    Date: 'investmentDate',
  },
  dates: 'day-first',
}

describe('a map', () => {
  it('uses the key of its entity unless it names another', () => {
    expect(keyOf('projects', { columns: {} })).toEqual(['name'])
    expect(keyOf('investors', { columns: {} })).toEqual(['email'])
    expect(keyOf('investments', investments)).toEqual(['projectId', 'investorId', 'investmentDate', 'amount'])
    expect(keyOf('investors', { columns: {}, key: ['fullName'] })).toEqual(['firstName', 'lastName'])
  })

  it('that can be used has no problems', () => {
    expect(mapProblems('investments', investments)).toEqual([])
    expect(mapProblems('investors', { columns: { Who: 'fullName', Mail: 'email' } })).toEqual([])
  })

  it.each<[string, Parameters<typeof mapProblems>[0], ImportMap]>([
    ['No column goes to a field', 'projects', { columns: {} }],
    ['projects has no field colour that can be set', 'projects', { columns: { A: 'name', B: 'colour' } }],
    ['projects has no field raisedAmount that can be set', 'projects', { columns: { A: 'name', B: 'raisedAmount' } }],
    ['projects has no field constructor that can be set', 'projects', { columns: { A: 'name', B: 'constructor' } }],
    ['The field name is given twice', 'projects', { columns: { A: 'name', B: 'name' } }],
    ['The field name is given twice', 'projects', { columns: { A: 'name' }, constants: { name: 'x' } }],
    ['The field firstName is given twice', 'investors', { columns: { A: 'fullName', B: 'firstName', C: 'email' } }],
    [
      'The column Nam has a format and goes to no field',
      'projects',
      { columns: { Name: 'name' }, formats: { Nam: { decimals: ',' } } },
    ],
    ['The key field email is neither a column nor a constant', 'investors', { columns: { A: 'fullName' } }],
    [
      'The constant currency: Choose one of: USD, AED, TRY',
      'projects',
      { columns: { A: 'name' }, constants: { currency: 'INR' } },
    ],
    [
      'The field amount is not a reference that can be found by name',
      'investments',
      { ...investments, columns: { ...investments.columns, Amount: { field: 'amount', find: 'name' } } },
    ],
    [
      'projects cannot be found by status',
      'investments',
      { ...investments, columns: { ...investments.columns, Startup: { field: 'projectId', find: 'status' } } },
    ],
  ])('reports: %s', (problem, entity, map) => expect(mapProblems(entity, map)).toContain(problem))

  it('has constants with a decimal point, whatever the decimal sign of the file', () => {
    const map = (targetAmount: string | number): ImportMap => ({
      columns: { A: 'name' },
      constants: { targetAmount },
      decimals: ',',
    })
    expect(mapProblems('projects', map(1250.5))).toEqual([])
    expect(mapProblems('projects', map('1250,5'))).toEqual([
      'The constant targetAmount: Expected a number, for example 1250.00',
    ])
  })

  it('with more columns than any form has is refused before its fields are looked at', () => {
    const columns = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`C${i}`, 'x']))
    expect(mapProblems('projects', { columns: columns(201) })).toEqual([
      '201 columns go to fields: at most 200 are possible',
    ])
    expect(mapProblems('projects', { columns: columns(200) })).toContain('The field x is given twice')
  })

  it.each([
    {},
    { columns: { A: 1 } },
    { columns: { A: { field: 'projectId' } } },
    { columns: { A: 'name' }, dates: 'yearly' },
    { columns: { A: 'name' }, decimals: '٫' },
    { columns: { A: 'name' }, formats: { A: { dates: 'yearly' } } },
    { columns: { A: 'name' }, key: [] },
    { columns: { A: 'name' }, more: true },
  ])('of another shape is refused: %j', (given) => expect(importMap.safeParse(given).success).toBe(false))
})
