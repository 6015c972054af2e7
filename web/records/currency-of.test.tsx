import { expect, it } from 'vitest'
import { currencyInForm } from './currency-of.ts'

const read = (_: string, id: string) => (id === 'dubai' ? { currency: 'AED' } : undefined)

it('the amounts of a form are in the currency that it asks for, before that of the record they belong to', () => {
  const currencyIn = currencyInForm('valuations', { projectId: 'dubai' }, read)
  expect(currencyIn({ nav: '5' })).toBe('AED')
  expect(currencyIn({ currency: 'TRY' })).toBe('TRY')
  expect(currencyInForm('valuations', {}, read)({ projectId: 'dubai' })).toBe('AED')
  expect(currencyInForm('valuations', {}, read)({})).toBe('USD')
})
