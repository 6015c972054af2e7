import { describe, expect, it } from 'vitest'
import { recordNameOf } from './record-name.ts'

const read = (entity: string, id: string) => ({ name: `${entity} ${id}` })

describe('the name of a record', () => {
  it('is its own name, or that of a person', () => {
    expect(recordNameOf('projects', { name: 'Harbour' })).toBe('Harbour')
    expect(recordNameOf('investors', { firstName: 'Ines', lastName: 'Okafor' })).toBe('Ines Okafor')
    expect(recordNameOf('investors', { firstName: 'Ines', lastName: null })).toBe('Ines')
    expect(recordNameOf('referralAttachments', { documentName: 'Terms', referralId: 'r' }, read)).toBe('Terms')
  })

  it('is the current name of the record that it belongs to', () => {
    expect(recordNameOf('valuations', { projectId: 'p' }, read)).toBe('projects p')
    expect(recordNameOf('investments', { projectId: 'p', projectName: 'Before' }, read)).toBe('projects p')
    expect(recordNameOf('investments', { projectId: 'p', projectName: 'Harbour' })).toBe('Harbour')
    expect(recordNameOf('investorUsers', { investorId: 'i' }, () => ({ firstName: 'Ines', lastName: null }))).toBe(
      'Ines',
    )
    expect(recordNameOf('referralCommissions', { projectId: 'p', referralId: 'r' }, read)).toBe('referrals r')
  })

  it('is found through a record that is itself named after another one', () => {
    const rows: Record<string, Record<string, unknown>> = {
      investments: { projectId: 'p' },
      projects: { name: 'Harbour' },
    }
    expect(recordNameOf('commissions', { investmentId: 'i' }, (entity) => rows[entity])).toBe('Harbour')
  })

  it('is the last known name of a record that is no longer available', () => {
    const remembered = { i: 'Ines Okafor', p: 'Harbour' }
    expect(recordNameOf('investorConnections', { recipientId: 'i' }, () => undefined, remembered)).toBe('Ines Okafor')
    expect(recordNameOf('valuations', { projectId: 'p' }, () => undefined, remembered)).toBe('Harbour')
    expect(recordNameOf('valuations', { projectId: 'p' }, read, remembered), 'its name now').toBe('projects p')
  })

  it('is undefined if too little is known', () => {
    expect(recordNameOf('projects', { location: 'Fes' })).toBeUndefined()
    expect(recordNameOf('investors', { phone: '1' })).toBeUndefined()
    expect(recordNameOf('exchangeRates', { fromCurrency: 'EUR' })).toBeUndefined()
    expect(recordNameOf('exchangeRates', { fromCurrency: 'EUR', toCurrency: 'USD' })).toBe('EUR/USD')
    expect(recordNameOf('notes', { name: 'Nobody knows this kind' })).toBeUndefined()
  })
})
