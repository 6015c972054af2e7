import { describe, expect, it } from 'vitest'
import type { Importable } from './import-map.ts'
import { createRowReader, headerProblems } from './read-row.ts'
import { reasonText } from './reasons.ts'

const header = ['Startup', 'Mail', 'Amount', 'Date', 'Round', 'Status']
const map = {
  columns: {
    Startup: { field: 'projectId', find: 'name' },
    Mail: { field: 'investorId', find: 'email' },
    Amount: 'amount',
    Date: 'investmentDate',
    Status: 'status',
  },
  constants: { currency: 'AED' },
  dates: 'day-first' as const,
}

describe('a row', () => {
  const reader = createRowReader('investments', map, header)

  it('returns values and references to look up', () => {
    expect(reader.read(['Ola', 'a@b.co', '13,00,000', '5/7/2020', 'Seed', 'funded'])).toEqual({
      values: { currency: 'AED', amount: '1300000.00', investmentDate: '2020-07-05', status: 'FUNDED' },
      lookups: [
        { column: 'Startup', field: 'projectId', to: 'projects', by: 'name', text: 'Ola' },
        { column: 'Mail', field: 'investorId', to: 'investors', by: 'email', text: 'a@b.co' },
      ],
      reasons: [],
    })
  })

  it('reports all errors by column', () => {
    const { reasons } = reader.read(['Ola', '', '', '31/04/2020', '', 'Sold'])
    expect(reasons.map(reasonText)).toEqual([
      'Mail: This field is required',
      'Amount: Amount is required',
      'Date: Expected a valid date as day/month/year',
      'Status: Choose one of: COMMITTED, FUNDED, ACTIVE, EXITED',
    ])
  })

  it('accepts translated words for choices, suggested texts and flags', () => {
    const words: Readonly<Record<string, readonly string[]>> = {
      ACTIVE: ['Aktif'],
      APPROVED: ['Onaylandı'],
      true: ['Açık', 'Evet'],
      false: ['Gizli', 'Hayır'],
    }
    const readIn = (entity: Importable, field: string) =>
      createRowReader(entity, { columns: { Durum: field } }, ['Durum'], (_, value) => words[value] ?? [])
    const read = (entity: Importable, field: string, cell: string) => readIn(entity, field).read([cell])
    expect(read('investments', 'status', ' aktif ').values).toEqual({ status: 'ACTIVE' })
    expect(read('investments', 'status', 'committed').values).toEqual({ status: 'COMMITTED' })
    expect(read('investments', 'status', 'Bitti').reasons).toMatchObject([{ at: 'Durum', key: 'choice' }])
    expect(read('investors', 'kycStatus', 'Onaylandı').values).toEqual({ kycStatus: 'APPROVED' })
    for (const cell of ['ONAYLANDI', 'onaylandi', 'Onaylandı\u200F', '\u200EOnaylandı', 'Onaylandı'.normalize('NFD')])
      expect([cell, read('investors', 'kycStatus', cell).values]).toEqual([cell, { kycStatus: 'APPROVED' }])
    expect(read('investors', 'kycStatus', 'Yarım').values).toEqual({ kycStatus: 'Yarım' })
    for (const [cell, isVisibleToInvestors] of [
      ['evet', true],
      ['AÇIK', true],
      ['Hayır', false],
      ['HAYIR', false],
      ['no', false],
    ] as const)
      expect(read('projects', 'isVisibleToInvestors', cell).values).toEqual({ isVisibleToInvestors })
  })

  it('leaves out a blank cell, unless the key or a new row needs its value', () => {
    const read = reader.read(['Ola', 'a@b.co', '1', ' ', '', ' '])
    expect(Object.keys(read.values)).not.toContain('status')
    expect(read.reasons.map(({ at }) => at)).toEqual(['Date'])
  })

  it('names the columns that are not imported', () => expect(reader.ignored).toEqual(['Round']))
})

describe('a header', () => {
  it('must have each column of the map once', () => {
    expect(headerProblems(map, header)).toEqual([])
    expect(headerProblems(map, ['Startup', 'Startup', 'mail', 'Amount', 'Date', 'Status'])).toEqual([
      'The file has 2 columns Startup',
      'The file has no column Mail',
    ])
  })
})
