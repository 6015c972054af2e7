import { describe, expect, it } from 'vitest'
import { dateIn } from '#schema/money/dates.ts'
import { choices, time } from './field-types.ts'
import { optional } from './field-options.ts'
import { issueSentences } from './issues.ts'
import { parseCreate, parseField, parsePatch, serverDefaults } from './parse.ts'
import { registry } from '#schema/registry.ts'
import { timeZones } from './time-zones.ts'
import { noPreferences } from '#schema/entities/user-preferences/entity.ts'

const { projects, investors, investments, documents, referrals, notifications, userPreferences, exchangeRates } =
  registry
const today = '2026-03-15'
const ids = ['01999999-0000-7000-8000-000000000001', '01999999-0000-7000-8000-000000000002']
const holding = { projectId: ids[0], investorId: ids[1], amount: '5' }

const issueTextsOf = (parsed: ReturnType<typeof parsePatch>) => (parsed.ok ? {} : issueSentences(parsed.issues))

describe('a new row', () => {
  it('has a value for every field that a person may set, with its defaults', () => {
    expect(parseCreate(projects, { name: 'A', type: 'COMMERCIAL' }, 'refuse', today)).toEqual({
      ok: true,
      values: {
        name: 'A',
        description: null,
        notes: null,
        type: 'COMMERCIAL',
        status: 'FUNDED',
        isVisibleToInvestors: true,
        location: null,
        targetAmount: null,
        currency: 'USD',
        expectedIRR: null,
        actualIRR: null,
        duration: null,
        paymentInstallment: '6_MONTHS',
      },
    })
  })

  it('is dated today unless it has a date', () => {
    expect(parseCreate(investments, holding, 'refuse', today)).toMatchObject({
      values: { investmentDate: today, status: 'COMMITTED' },
    })
    const dated = { ...holding, investmentDate: '2026-01-02T23:30:00.000+04:00' }
    expect(parseCreate(investments, dated, 'refuse', today)).toMatchObject({ values: { investmentDate: '2026-01-02' } })
  })

  it('treats null as missing for a field with a default', () => {
    const given = { name: 'A', type: 'COMMERCIAL', status: null, currency: null }
    expect(parseCreate(projects, given, 'refuse', today)).toMatchObject({
      values: { status: 'FUNDED', currency: 'USD' },
    })
  })

  it.each([
    [projects, { type: 'COMMERCIAL' }, { name: 'Project name is required' }],
    [investments, { ...holding, amount: '' }, { amount: 'Amount is required' }],
    [documents, {}, { name: 'Document name is required' }],
    [referrals, { name: '  ' }, { name: 'Name is required' }],
    [investors, { firstName: 'A' }, { email: 'This field is required' }],
    [investors, { firstName: 'A', email: 'x' }, { email: 'Please enter a valid email address' }],
    [projects, { name: 'x'.repeat(256), type: 'COMMERCIAL' }, { name: 'Maximum 255 characters allowed' }],
    [
      projects,
      { name: 'A', type: 'COMMERCIAL', expectedIRR: '1000' },
      { expectedIRR: 'At most 3 digits before the decimal point are allowed' },
    ],
    [projects, { name: 'A', type: 'COMMERCIAL', expectedIRR: '-100.01' }, { expectedIRR: 'Must be at least -100' }],
    [
      projects,
      { name: 'A', type: 'COMMERCIAL', duration: '1.25' },
      { duration: 'At most 1 decimal places are allowed' },
    ],
    [investments, { ...holding, amount: '0.00' }, { amount: 'Must be greater than 0' }],
    [
      investments,
      { ...holding, investmentDate: '2026-02-01', redemptionDate: '2026-01-31' },
      { redemptionDate: 'The redemption date must not be before the investment date' },
    ],
  ] as const)('reports the error in %#', (entity, given, issuesOf) => {
    expect(issueTextsOf(parseCreate(entity, given, 'refuse', today))).toEqual(issuesOf)
  })
})

describe('a patch', () => {
  it('reads the given fields and nothing else', () => {
    expect(parsePatch(projects, { name: 'B' }, 'refuse')).toEqual({ ok: true, values: { name: 'B' } })
    expect(parsePatch(projects, {}, 'refuse')).toEqual({ ok: true, values: {} })
  })

  it('clears nullable fields, even for blank text', () => {
    const blank = { targetAmount: '', expectedIRR: '  ', location: null, description: '' }
    expect(parsePatch(projects, blank, 'refuse')).toEqual({
      ok: true,
      values: { targetAmount: null, expectedIRR: null, location: null, description: null },
    })
  })

  it('stores text unchanged', () => {
    const words = { name: '  A  ', description: '   ', location: '\tB\n' }
    expect(parsePatch(projects, words, 'refuse')).toEqual({ ok: true, values: words })
  })

  it('refuses or ignores fields that a person may not set', () => {
    const given = { raisedAmount: '5', castle: 1, toString: 2, constructor: 3 }
    expect(issueTextsOf(parsePatch(projects, given, 'refuse'))).toEqual({
      raisedAmount: 'This field is set by the server',
      castle: 'This field does not exist',
      toString: 'This field does not exist',
      constructor: 'This field does not exist',
    })
    expect(parsePatch(projects, given, 'ignore')).toEqual({ ok: true, values: {} })
  })

  it.each([null, [], 'x', 5, undefined])('%j is not a patch', (input) => {
    expect(parsePatch(projects, input, 'ignore')).toMatchObject({ ok: false })
  })
})

describe('single values', () => {
  it('a moment is written in UTC with milliseconds', () => {
    const read = (text: string) => parseField(notifications.fields.readAt, text)
    expect(read('2026-03-15T10:00:00Z')).toEqual({ value: '2026-03-15T10:00:00.000Z' })
    expect(read('2026-03-15T10:00:00.123456Z')).toEqual({ value: '2026-03-15T10:00:00.123Z' })
    expect(read('0001-03-15T10:00:00Z')).toEqual({ issue: { key: 'moment' } })
  })

  it.each([
    'https://example.com',
    'http://example.com/a?b#c',
    'HTTPS://EXAMPLE.com',
    '/files/1',
    'example.com',
    '../papers/plan.pdf?at=12:00',
    './a:b',
    '/papers/plan%20b.pdf',
    '/apiary.pdf',
    '/papers/api/plan.pdf',
    'https://example.com/api/papers',
    '/100%.pdf',
  ])('%s is an address', (url) => {
    expect(parseField(documents.fields.url, url)).toEqual({ value: url })
  })

  it('the spaces of an address are kept percent-encoded, and counted so', () => {
    const read = (url: string) => parseField(documents.fields.url, url)
    expect(read(' /papers/Fact sheet\u00a01.pdf ')).toEqual({ value: '/papers/Fact%20sheet%C2%A01.pdf' })
    expect(read('https://example.com/a b')).toEqual({ value: 'https://example.com/a%20b' })
    expect(read(`/${' '.repeat(1000)}x`)).toMatchObject({ issue: { key: 'max' } })
  })

  it.each([
    'javascript:alert(1)',
    ' javascript:x',
    'JAVASCRIPT:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'mailto:a@b.example',
    '//evil.example',
    '/\\evil',
    '\\\\evil',
    'https:/x',
    'https:///evil',
    'https://a b',
    '/api/logout',
    'api/logout',
    '/API/logout?x',
    '../../api/logout',
    './papers/../api/logout#x',
    '/papers/%2e%2e/api/logout',
    '/%61pi/logout',
    '/api',
    '/.//api/logout',
  ])('%s is none', (url) => {
    expect(parseField(documents.fields.url, url)).toEqual({ issue: { key: 'url' } })
  })

  it('a time zone and a date format come from closed lists', () => {
    const read = (fields: object) => parsePatch(userPreferences, fields, 'refuse')
    for (const timeZone of ['UTC', 'Europe/Istanbul', 'Asia/Kolkata', 'Asia/Calcutta', 'America/Argentina/Ushuaia'])
      expect(read({ timeZone })).toEqual({ ok: true, values: { timeZone } })
    for (const timeZone of ['+03:00', 'Europe/Constantinople', 'europe/istanbul', 'Mars/Olympus'])
      expect(issueTextsOf(read({ timeZone }))).toEqual({
        timeZone: 'Expected a time zone, for example Europe/Istanbul',
      })
    expect(read({ dateFormat: 'DD.MM.YYYY' })).toMatchObject({ ok: true })
    expect(read({ dateFormat: 'YY/M/D' })).toMatchObject({ ok: false })
  })

  it('a time of day has hours and minutes', () => {
    for (const good of ['00:00', '09:05', '23:59']) expect(parseField(time(), good)).toEqual({ value: good })
    for (const bad of ['24:00', '7:30', '07:60', '07:30:00', ' 07:30', '٠٧:٣٠', '07:30\n', 730])
      expect(parseField(time(), bad)).toEqual({ issue: { key: 'time' } })
  })

  it('choices are stored once each in list order, and an empty list is valid', () => {
    const read = (input: unknown) => parseField(choices(['A', 'B', 'C']), input)
    expect(read(['C', 'A', 'C'])).toEqual({ value: ['A', 'C'] })
    expect(read([])).toEqual({ value: [] })
    for (const bad of [['A', 'D'], [null], 'A', { 0: 'A' }])
      expect(read(bad)).toEqual({ issue: { key: 'choice', params: { options: 'A, B, C' } } })
    expect(parseField(optional(choices(['A'])), null)).toEqual({ value: null })
  })

  it('quiet hours have both times, or neither, and are not the whole day', () => {
    const userId = '00000000-0000-7000-8000-000000000001'
    const issuesOf = (fields: object) =>
      issueTextsOf(parseCreate(userPreferences, { userId, ...fields }, 'refuse', '2026-01-01'))
    expect(issuesOf({ quietFrom: '22:00', quietUntil: '07:00' })).toEqual({})
    expect(issuesOf({ quietFrom: null, quietUntil: null })).toEqual({})
    expect(issuesOf({ quietFrom: '22:00' })).toEqual({ quietUntil: 'Please enter both times or leave both blank' })
    expect(issuesOf({ quietUntil: '07:00' })).toEqual({ quietFrom: 'Please enter both times or leave both blank' })
    expect(issuesOf({ quietFrom: '07:00', quietUntil: '07:00' })).toEqual({ quietUntil: 'The two times must differ' })
    expect(issuesOf({ quietFrom: '25:00', quietUntil: '07:00' })).toEqual({
      quietFrom: 'Expected a time from 00:00 to 23:59',
    })
  })

  it('new preferences are null where nothing was chosen', () => {
    const userId = '00000000-0000-7000-8000-000000000001'
    const parsed = parseCreate(userPreferences, { userId, timeZone: null, language: 'tr' }, 'refuse', '2026-01-01')
    expect(parsed).toEqual({ ok: true, values: { ...noPreferences, userId, language: 'tr' } })
  })

  it.each(timeZones)('the time zone %s is known to the calendar', (timeZone) => {
    expect(dateIn(timeZone, new Date(0))).toMatch(/^19(69|70)-/)
  })

  it('a rate is between two currencies', () => {
    const rate = { fromCurrency: 'AED', toCurrency: 'AED', rate: '1', date: '2026-01-01' }
    expect(issueTextsOf(parseCreate(exchangeRates, rate, 'refuse', '2026-01-01'))).toEqual({
      toCurrency: 'The two currencies must differ',
    })
    expect(parseCreate(exchangeRates, { ...rate, toCurrency: 'TRY' }, 'refuse', '2026-01-01').ok).toBe(true)
  })

  it('a choice names its options', () => {
    const parsed = parsePatch(userPreferences, { language: 'de' }, 'refuse')
    expect(issueTextsOf(parsed)).toEqual({ language: 'Choose one of: en, ar, fr, hi, tr' })
  })
})

it('fields set by the server start with their defaults', () => {
  expect(serverDefaults(projects)).toEqual({ raisedAmount: '0.00', actualTotalInvested: '0.00' })
  expect(serverDefaults(investments)).toMatchObject({ exitedFromStart: false, projectName: null, value: null })
})
