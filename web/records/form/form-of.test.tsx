import { expect, test } from 'vitest'
import { type EntityName, entityNamed, type Row } from '#schema/registry.ts'
import { formOf } from './form-of.ts'

const day = '2026-03-15'

const projects = formOf('projects', [
  { field: 'name', isWide: true },
  'description',
  'type',
  {
    field: 'status',
    options: { edit: ['ACTIVE', 'GROWTH'] },
    shownAs: (stored) => (stored === 'FUNDED' ? 'ACTIVE' : stored!),
  },
  'isVisibleToInvestors',
  'targetAmount',
  'expectedIRR',
  'duration',
])
const investments = formOf('investments', ['projectId', 'investorId', 'amount', 'status', 'investmentDate'])
const investors = formOf('investors', ['firstName', 'email', 'phone'])
const referrals = formOf('referrals', ['name', 'investorId', 'isActive'])
const documents = formOf('documents', ['name', 'type', 'url'])

const project = (fields: Partial<Row<'projects'>> = {}) =>
  ({
    name: 'Quay',
    description: null,
    type: 'COMMERCIAL',
    status: 'FUNDED',
    isVisibleToInvestors: false,
    targetAmount: '1250000.50',
    expectedIRR: '12.50',
    duration: '3.0',
    ...fields,
  }) as Row<'projects'>

const fieldsIn = (form: { specsFor(mode: 'create' | 'edit'): readonly { field: string }[] }, mode: 'create' | 'edit') =>
  form.specsFor(mode).map(({ field }) => field)

test('the fields of a form keep their order; a field without options in a mode is omitted', () => {
  expect(fieldsIn(projects, 'create')).toEqual([
    'name',
    'description',
    'type',
    'isVisibleToInvestors',
    'targetAmount',
    'expectedIRR',
    'duration',
  ])
  expect(fieldsIn(projects, 'edit')).toEqual([
    'name',
    'description',
    'type',
    'status',
    'isVisibleToInvestors',
    'targetAmount',
    'expectedIRR',
    'duration',
  ])
})

test('fixed fields can be entered only at creation and are shown in an edit', () => {
  expect(investments.fixed).toEqual(['projectId', 'investorId'])
  expect(fieldsIn(investments, 'create')).toEqual(['projectId', 'investorId', 'amount', 'status', 'investmentDate'])
  expect(fieldsIn(investments, 'edit')).toEqual(['amount', 'status', 'investmentDate'])
  expect(projects.fixed).toEqual([])
})

test('a blank form has defaults, the first option of required choices, and today', () => {
  expect(projects.blank(day)).toEqual({
    name: '',
    description: '',
    type: 'REAL_ESTATE',
    isVisibleToInvestors: true,
    targetAmount: '',
    expectedIRR: '',
    duration: '',
  })
  expect(investments.blank(day)).toEqual({
    projectId: '',
    investorId: '',
    amount: '',
    status: 'COMMITTED',
    investmentDate: day,
  })
  expect(investors.blank(day)).toEqual({ firstName: '', email: '', phone: '' })
  expect(referrals.blank(day)).toEqual({ name: '', investorId: '', isActive: true })
})

test('a blank form shows preset values as they would be typed', () => {
  expect(investments.blank(day, { projectId: 'quay', amount: '1250000.00' })).toMatchObject({
    projectId: 'quay',
    investorId: '',
    amount: '1,250,000.00',
  })
  expect(projects.blank(day, { isVisibleToInvestors: false, type: 'COMMERCIAL' })).toMatchObject({
    isVisibleToInvestors: false,
    type: 'COMMERCIAL',
  })
})

test('a row becomes input values: grouped digits, empty texts, switches and mapped choices', () => {
  expect(projects.fromRow(project())).toEqual({
    name: 'Quay',
    description: '',
    type: 'COMMERCIAL',
    status: 'ACTIVE',
    isVisibleToInvestors: false,
    targetAmount: '1,250,000.50',
    expectedIRR: '12.50',
    duration: '3.0',
  })
  expect(projects.fromRow(project({ status: 'GROWTH', targetAmount: null }))).toMatchObject({
    status: 'GROWTH',
    targetAmount: '',
  })
  // A row from before the switch's field existed.
  const { isVisibleToInvestors, ...before } = project()
  expect(isVisibleToInvestors).toBe(false)
  expect(projects.fromRow(before as Row<'projects'>)).toMatchObject({ isVisibleToInvestors: true })
})

test('a form sends plain digits, null for empty fields, and texts as typed', () => {
  const values = { ...projects.blank(day), name: '  Quay ', targetAmount: ' $1,250,000.5 ', expectedIRR: '12.5 %' }
  expect(projects.toFields(values, 'USD')).toEqual({
    name: '  Quay ',
    description: null,
    type: 'REAL_ESTATE',
    isVisibleToInvestors: true,
    targetAmount: '1250000.5',
    expectedIRR: '12.5',
    duration: null,
  })
})

test('an empty required field is sent as is, so that its own message appears; a reference as null', () => {
  expect(investors.toFields({ firstName: '', email: '', phone: '' }, 'USD')).toEqual({
    firstName: '',
    email: '',
    phone: null,
  })
  expect(investments.toFields(investments.blank(day), 'USD')).toEqual({
    projectId: null,
    investorId: null,
    amount: '',
    status: 'COMMITTED',
    investmentDate: day,
  })
  expect(referrals.toFields(referrals.blank(day), 'USD')).toMatchObject({ investorId: null, isActive: true })
  expect(documents.toFields({ name: 'KYC', type: '', url: '' }, 'USD')).toMatchObject({ name: 'KYC', type: null })
})

test('an e-mail address is trimmed, a name is not', () => {
  const fields = investors.toFields({ firstName: ' Ines', email: ' ines@example.com ', phone: '' }, 'USD')
  expect(fields).toEqual({ firstName: ' Ines', email: 'ines@example.com', phone: null })
})

test("an amount may have the sign or code of the form's currency only", () => {
  const amount = (typed: string, currency: string) =>
    investments.toFields({ ...investments.blank(day), amount: typed }, currency).amount
  expect([amount('$1,000', 'USD'), amount('1000 USD', 'USD'), amount('AED 1,000.25', 'AED')]).toEqual([
    '1000',
    '1000',
    '1000.25',
  ])
  expect([amount('€1000', 'USD'), amount('AED 5', 'USD'), amount('50 %', 'USD')]).toEqual(['€1000', 'AED 5', '50 %'])
})

test('a mapped choice is sent only if the person changes it', () => {
  const seen = project()
  const values = projects.fromRow(seen)
  expect(projects.toFields(values, 'USD', seen)).not.toHaveProperty('status')
  expect(projects.toFields({ ...values, status: 'GROWTH' }, 'USD', seen)).toMatchObject({ status: 'GROWTH' })
  const growthProject = project({ status: 'GROWTH' })
  expect(projects.toFields({ ...values, status: 'ACTIVE' }, 'USD', growthProject)).toMatchObject({ status: 'ACTIVE' })
})

test('an unchanged row is sent as stored', () => {
  const seen = project({ status: 'GROWTH' })
  const { status, ...others } = projects.toFields(projects.fromRow(seen), 'USD', seen)
  expect(status).toBeUndefined()
  for (const [field, value] of Object.entries(others)) expect([field, value]).toEqual([field, seen[field as 'name']])
})

test('every entity can have a form with any of its fields', () => {
  const kinds = new Set<string>()
  for (const name of [
    'projects',
    'investors',
    'investments',
    'documents',
    'referrals',
    'valuations',
    'cashFlows',
  ] as const) {
    const fields = Object.entries(entityNamed(name)!.fields).filter(
      ([, { byServer, storage }]) => !byServer && storage.kind !== 'json',
    )
    // The entities have no field in common.
    const form = formOf(name as EntityName, fields.map(([field]) => field) as never)
    const blank = form.blank(day) as Record<string, unknown>
    for (const [field, { storage }] of fields) {
      kinds.add(storage.kind)
      expect([name, field, typeof blank[field]]).toEqual([name, field, storage.kind === 'flag' ? 'boolean' : 'string'])
    }
  }
  expect([...kinds].toSorted()).toEqual(['choice', 'date', 'decimal', 'email', 'flag', 'reference', 'text', 'url'])
})

test('unknown fields and fields set by the server do not compile in a form', () => {
  // @ts-expect-error A project has no such field.
  expect(() => formOf('projects', ['nmae'])).toThrow(TypeError)
  // @ts-expect-error The server sums it.
  expect(formOf('projects', ['name', 'raisedAmount']).fixed).toEqual([])
  // @ts-expect-error A secret is not writable.
  expect(formOf('users', ['email', 'passwordHash']).fixed).toEqual([])
})
