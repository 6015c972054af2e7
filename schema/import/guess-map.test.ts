import { expect, test } from 'vitest'
import { unsupportedCurrencyHeaders, guessMap, targetsOf } from './guess-map.ts'
import { mapProblems } from './import-map.ts'

const noLabels = () => ''

test('columns are recognized by field name, label and other common names', () => {
  const map = guessMap('projects', ['Startup', 'Kind', 'Sought (USD)', 'Ville', 'Colour'], (field) =>
    field === 'location' ? 'Ville' : '',
  )
  expect(map.columns).toEqual({ Startup: 'name', Kind: 'type', 'Sought (USD)': 'targetAmount', Ville: 'location' })
})

test('a label is recognized in any letter case of its language, and with the invisible marks of its direction', () => {
  const columnsForLabel = (label: string, head: string) =>
    guessMap('projects', [head], (field) => (field === 'description' ? label : '')).columns
  for (const [label, head] of [
    ['Açıklama', 'AÇIKLAMA'],
    ['İçerik', 'içerik'],
    ['الوصف', '\u200Fالوصف'],
  ] as const)
    expect(columnsForLabel(label, head)).toEqual({ [head]: 'description' })
})

test('a full name is one column unless first and last name have columns', () => {
  const columnsFor = (header: string[]) => guessMap('investors', header, noLabels).columns
  expect(columnsFor(['Investor', 'E-mail'])).toEqual({ Investor: 'fullName', 'E-mail': 'email' })
  expect(columnsFor(['Name', 'First Name', 'Surname'])).toEqual({ 'First Name': 'firstName', Surname: 'lastName' })
})

test('references are found by the name of a project and the address of an investor; such a map can be used', () => {
  const header = ['Startup', 'Investor e-mail', 'Amount (USD)', 'Date', 'Status', 'Exit Date']
  const map = guessMap('investments', header, noLabels)
  expect(map).toEqual({
    columns: {
      Startup: { field: 'projectId', find: 'name' },
      'Investor e-mail': { field: 'investorId', find: 'email' },
      'Amount (USD)': 'amount',
      Date: 'investmentDate',
      Status: 'status',
      'Exit Date': 'exitedOn',
    },
    constants: { currency: 'USD' },
  })
  expect(mapProblems('investments', map)).toEqual([])
})

test('the currency in the brackets of an amount is that of every row, unless it is unknown or has a column of its own', () => {
  const columnsFor = (...header: string[]) => guessMap('investments', header, noLabels).constants
  expect(columnsFor('Amount (AED)', 'Date (TRY)')).toEqual({ currency: 'AED' })
  expect(columnsFor('Amount ( try )')).toEqual({ currency: 'TRY' })
  for (const header of [['Amount'], ['Amount (rounded)'], ['Amount (AED) (TRY)'], ['Amount (AED)', 'Currency']])
    expect([header, columnsFor(...header)]).toEqual([header, undefined])
})

test('a header with an unsupported currency is not guessed but reported', () => {
  const header = ['Amount (EUR)', 'Date (EUR)']
  const map = guessMap('investments', header, noLabels)
  expect(map.columns).toEqual({ 'Date (EUR)': 'investmentDate' })
  expect(map.constants).toBeUndefined()
  expect(unsupportedCurrencyHeaders('investments', header, noLabels)).toEqual([
    { header: 'Amount (EUR)', currencies: ['EUR'] },
  ])
  const foreignCurrenciesIn = (head: string) =>
    unsupportedCurrencyHeaders('investments', [head], noLabels).flatMap(({ currencies }) => currencies)
  expect(
    ['Amount (in eur)', 'Amount €', 'Amount (CA$)', 'Amount (AED/TRY)', 'Amount (USD, EUR)'].map(foreignCurrenciesIn),
  ).toEqual([['EUR'], ['€'], ['CA$'], ['AED', 'TRY'], ['USD', 'EUR']])
  expect(
    ['Amount (AED)', 'Amount (US$)', 'Amount ($)', 'Amount (rounded)', 'Place (EUR)'].flatMap(foreignCurrenciesIn),
  ).toEqual([])
  const currency = (head: string) => guessMap('investments', [head], noLabels).constants
  expect([currency('Amount (US$)'), currency('Amount ₺')]).toEqual([{ currency: 'USD' }, { currency: 'TRY' }])
})

test('valuations and cash flows are found by project, investor and day', () => {
  const valuations = guessMap('valuations', ['Project', 'As of', 'NAV'], noLabels)
  expect(valuations.columns).toEqual({
    Project: { field: 'projectId', find: 'name' },
    'As of': 'valuationDate',
    NAV: 'nav',
  })
  expect(mapProblems('valuations', valuations)).toEqual([])
  expect(Object.keys(guessMap('valuations', ['Project', 'As of', 'NAV (EUR)'], noLabels).columns)).toEqual([
    'Project',
    'As of',
  ])
  expect(unsupportedCurrencyHeaders('valuations', ['NAV (EUR)', 'NAV'], noLabels)).toEqual([
    { header: 'NAV (EUR)', currencies: ['EUR'] },
  ])
  const header = ['Company', 'Investor', 'Paid on', 'Kind', 'Amount (TRY)']
  const cashFlows = guessMap('cashFlows', header, noLabels)
  expect(Object.keys(cashFlows.columns)).toEqual(header)
  expect(cashFlows.constants).toEqual({ currency: 'TRY' })
  expect(mapProblems('cashFlows', cashFlows)).toEqual([])
})

test('a field is guessed only for the first matching column', () => {
  expect(guessMap('investors', ['Email', 'Mail'], noLabels).columns).toEqual({ Email: 'email' })
})

test('duplicate columns are not guessed, nor are fields set by the server', () => {
  expect(guessMap('investors', ['Email', 'Email'], noLabels).columns).toEqual({})
  expect(targetsOf('projects')).not.toContain('raisedAmount')
  expect(targetsOf('investors')).toContainEqual({ field: 'referralId', find: 'name' })
})
