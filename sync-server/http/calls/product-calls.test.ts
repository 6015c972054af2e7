import { expect, it } from 'vitest'
import { as, type Device } from '#server/test/device.ts'
import { createFirm } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'

const server = await setupServer()

type Row = Record<string, unknown> & { readonly id: string }
const bodyOf = async (pending: Promise<Response>, status = 200): Promise<unknown> => {
  const response = await pending
  const body: unknown = await response.json()
  expect([response.status, body]).toEqual([status, body])
  return body
}
const created = async (pending: Promise<Response>) => (await bodyOf(pending, 201)) as Row
const listOf = async (device: Device, path: string) => (await bodyOf(device.get(path))) as Row[]

const harbour = {
  name: 'Harbour',
  description: 'By the sea',
  type: 'AGRICULTURE',
  isVisibleToInvestors: false,
  targetAmount: '1000000',
  expectedIRR: '12.5',
  location: 'Lisbon',
  paymentInstallment: '3_MONTHS',
}
const ines = { firstName: 'Ines', lastName: 'Okafor', email: 'ines@example.com', phone: '+351 21', address: '3 Quay' }

async function setupFirm() {
  const firm = await createFirm(server)
  const staff = as(server, firm.manager)
  const project = await created(staff.post('/api/projects', harbour))
  const investor = await created(staff.post('/api/investors', ines))
  const invest = (more: object = {}) =>
    created(
      staff.post('/api/investments', {
        projectId: project.id,
        investorId: investor.id,
        amount: '5000',
        status: 'FUNDED',
        investmentDate: '2026-01-31',
        redemptionDate: '2027-01-31',
        ...more,
      }),
    )
  return { ...firm, staff, project, investor, invest }
}

it('GET /api/auth/user returns the signed-in person, and 401 without a session', async () => {
  const { staff, manager } = await setupFirm()
  expect(await bodyOf(staff.get('/api/auth/user'))).toMatchObject({
    id: manager.userId,
    firstName: null,
    lastName: null,
    email: manager.email,
    role: 'PORTFOLIO_MANAGER',
    profileImageUrl: null,
  })
  expect(await bodyOf(as(server, null).get('/api/auth/user'), 401)).toMatchObject({ message: 'Unauthorized' })
})

it('GET /api/login is a page to sign in on, and GET /api/logout ends the session', async () => {
  const { staff } = await setupFirm()
  const page = await as(server, null).get('/api/login')
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('type="password"')])
  const left = await staff.get('/api/logout')
  expect([left.status, left.headers.get('location')]).toEqual([303, '/'])
  expect((await staff.get('/api/auth/user')).status).toBe(401)
})

it('PATCH /api/auth/user/role takes the role of the session', async () => {
  const { staff, tenantId } = await setupFirm()
  await server.database.directory`update directory.tenants set is_demo = true where id = ${tenantId}`
  expect(await bodyOf(staff.patch('/api/auth/user/role', { role: 'INVESTOR' }))).toMatchObject({ role: 'INVESTOR' })
  expect(await bodyOf(staff.get('/api/auth/user'))).toMatchObject({ role: 'INVESTOR' })
})

it('GET /api/dashboard/metrics has the seven figures', async () => {
  const { staff, invest } = await setupFirm()
  await invest()
  await invest({ status: 'COMMITTED', amount: '300' })
  await invest({ status: 'EXITED', amount: '70' })
  expect(await bodyOf(staff.get('/api/dashboard/metrics'))).toMatchObject({
    totalAUM: '5300.00',
    activeAUM: '5000.00',
    committedAUM: '300.00',
    exitedAUM: '70.00',
    activeProjects: 1,
    totalInvestors: 1,
    averageIRR: '12.50',
  })
})

it('GET /api/projects lists projects with the sums of their investments', async () => {
  const { staff, project, invest } = await setupFirm()
  await invest({ status: 'COMMITTED' })
  expect(await listOf(staff, '/api/projects')).toMatchObject([
    {
      id: project.id,
      name: 'Harbour',
      type: 'AGRICULTURE',
      status: 'FUNDED',
      targetAmount: '1000000.00',
      raisedAmount: '5000.00',
      actualTotalInvested: '0.00',
      actualIRR: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    },
  ])
})

it('POST /api/projects takes the fields of its form, and null for missing amounts', async () => {
  const { staff, project } = await setupFirm()
  expect(project).toMatchObject({ ...harbour, targetAmount: '1000000.00', expectedIRR: '12.50' })
  const blank = { ...harbour, targetAmount: null, expectedIRR: null }
  expect(await created(staff.post('/api/projects', blank))).toMatchObject({ targetAmount: null, expectedIRR: null })
})

it('PATCH /api/projects/{id} changes the fields of its form', async () => {
  const { staff, project } = await setupFirm()
  const given = { ...harbour, name: 'Pier', status: 'GROWTH', targetAmount: null, paymentInstallment: '1_MONTH' }
  expect(await bodyOf(staff.patch(`/api/projects/${project.id}`, given))).toMatchObject({
    ...given,
    expectedIRR: '12.50',
  })
})

it('PATCH /api/projects/{id} with isVisibleToInvestors alone changes nothing else', async () => {
  const { staff, project } = await setupFirm()
  const changed = (await bodyOf(staff.patch(`/api/projects/${project.id}`, { isVisibleToInvestors: true }))) as Row
  expect(changed).toEqual({
    ...project,
    isVisibleToInvestors: true,
    number: expect.any(Number),
    updatedAt: expect.any(String),
  })
})

it('GET, POST, PATCH and DELETE /api/investors list, create, change and delete one', async () => {
  const { staff, investor } = await setupFirm()
  expect(investor).toMatchObject({ ...ines, kycStatus: 'PENDING', totalInvested: '0.00' })
  const path = `/api/investors/${investor.id}`
  expect(await bodyOf(staff.patch(path, { ...ines, phone: '' }))).toMatchObject({ ...ines, phone: null })
  expect((await listOf(staff, '/api/investors')).map(({ id }) => id)).toEqual([investor.id])
  expect(await bodyOf(staff.delete(path))).toEqual({ success: true, id: investor.id })
  expect(await listOf(staff, '/api/investors')).toEqual([])
})

it('a phone number needs five digits, and a stored one that has fewer does not stop other changes', async () => {
  const { staff, tenantId, investor } = await setupFirm()
  const path = `/api/investors/${investor.id}`
  const refused = { errors: { phone: 'Expected a phone number, for example +90 532 123 4567' } }
  expect(await bodyOf(staff.post('/api/investors', { ...ines, phone: 'abc' }), 400)).toMatchObject(refused)
  expect(await bodyOf(staff.patch(path, { phone: '1234' }), 400)).toMatchObject(refused)
  await server.database.tenant(tenantId, (tx) =>
    tx.query(`update investors set phone = 'abc' where tenant_id = $1 and id = $2`, [tenantId, investor.id]),
  )
  const address = '4 Quay'
  expect(await bodyOf(staff.patch(path, { address }))).toMatchObject({ phone: 'abc', address })
  expect(await bodyOf(staff.patch(path, { ...ines, phone: 'abc', address: '5 Quay' }))).toMatchObject({
    phone: 'abc',
  })
  expect(await bodyOf(staff.patch(path, { phone: '(212) 555-0140' }))).toMatchObject({ phone: '(212) 555-0140' })
})

it('GET /api/investments lists investments with the names of their project and investor', async () => {
  const { staff, invest, project, investor } = await setupFirm()
  const { id } = await invest()
  expect(await listOf(staff, '/api/investments')).toMatchObject([
    {
      id,
      projectId: project.id,
      investorId: investor.id,
      amount: '5000.00',
      status: 'FUNDED',
      investmentDate: '2026-01-31',
      redemptionDate: '2027-01-31',
      projectName: 'Harbour',
      investorFirstName: 'Ines',
      investorLastName: 'Okafor',
    },
  ])
})

it('POST /api/investments computes a missing redemption date from the project’s installment', async () => {
  const { invest } = await setupFirm()
  expect(await invest({ redemptionDate: undefined })).toMatchObject({ redemptionDate: '2026-04-30' })
  expect(await invest({ redemptionDate: '' })).toMatchObject({ redemptionDate: '2026-04-30' })
  expect(await invest()).toMatchObject({ redemptionDate: '2027-01-31' })
})

it('PATCH and DELETE /api/investments/{id} keep the project and the investor', async () => {
  const { staff, invest, project, investor } = await setupFirm()
  const pier = await created(staff.post('/api/projects', { ...harbour, name: 'Pier' }))
  const { id } = await invest()
  const path = `/api/investments/${id}`
  expect(await bodyOf(staff.patch(path, { amount: '7', status: 'ACTIVE' }))).toMatchObject({
    amount: '7.00',
    status: 'ACTIVE',
    projectId: project.id,
    investorId: investor.id,
  })
  expect(await bodyOf(staff.patch(path, { projectId: pier.id }), 400)).toMatchObject({
    errors: { projectId: expect.any(String) },
  })
  expect(await bodyOf(staff.delete(path))).toEqual({ success: true, id })
})

it('GET and POST /api/documents list and make documents, whose address may be built from the name', async () => {
  const { staff } = await setupFirm()
  const document = { name: 'Fact sheet', type: 'FACT_SHEET', url: '/documents/Fact sheet.pdf', language: 'en' }
  const row = await created(staff.post('/api/documents', document))
  expect(row).toMatchObject({ ...document, url: '/documents/Fact%20sheet.pdf' })
  expect(await listOf(staff, '/api/documents')).toMatchObject([{ id: row.id }])
  const path = `/api/documents/${row.id}`
  expect(await bodyOf(staff.patch(path, { name: 'Terms' }))).toMatchObject({ name: 'Terms', type: 'FACT_SHEET' })
  expect(await bodyOf(staff.delete(path))).toEqual({ success: true, id: row.id })
})

it('an error is JSON with a message, and lists the errors of each field of a wrong body', async () => {
  const { staff, investor } = await setupFirm()
  expect(await bodyOf(staff.post('/api/projects', { name: '', type: 'CASTLE' }), 400)).toMatchObject({
    message: expect.any(String),
    errors: { name: 'Project name is required', type: expect.stringContaining('REAL_ESTATE') },
  })
  const missing = { message: 'Not found', code: 'NOT_FOUND' }
  expect(await bodyOf(staff.get(`/api/projects/${investor.id}`), 404)).toEqual(missing)
})
