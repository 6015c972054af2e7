import { expect, it } from 'vitest'
import { namesText, readableNames } from '#schema/records/readable-names.ts'
import { asOwner } from '#server/test/database.ts'
import { investment, investor, project, update } from '#server/test/changes.ts'
import { as, type Device, foldRows } from '#server/test/device.ts'
import { createFirm, link } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'

const server = await setupServer()

async function setupFirm() {
  const firm = await createFirm(server)
  const [staff, reader] = [as(server, firm.manager), as(server, firm.investor)]
  const [home, own] = [project({ isVisibleToInvestors: true }), investor()]
  const paid = investment(home.id, own.id)
  await staff.write(home, own, paid)
  await link(server, firm.admin, firm.investor, own.id)
  await staff.write(update('investments', paid.id, { amount: '2500.00' }, { amount: '1000.00', currency: 'USD' }))
  await staff.write(update('projects', home.id, { notes: 'Quiet', name: 'Port' }, { notes: null, name: 'Harbour' }))
  return { ...firm, staff, reader, home, paid }
}

const request = (device: Device, entity: string, id: string, more = '') =>
  device.get(`/api/record-history?entity=${entity}&recordId=${id}${more}`)

it('FOLLOW20 all staff read what changed in a record, newest first', async () => {
  const { staff, paid, manager } = await setupFirm()
  const response = await request(staff, 'investments', paid.id)
  expect([response.status, await response.json()]).toMatchObject([
    200,
    [
      {
        action: 'update',
        userId: manager.userId,
        by: manager.email,
        source: null,
        changes: [['amount', '1000.00', '2500.00']],
      },
      { action: 'create', changes: [] },
    ],
  ])
  const part = await request(staff, 'investments', paid.id, '&limit=1')
  const next = /<(.*)>/.exec(part.headers.get('link')!)![1]!
  expect(await (await staff.get(next)).json()).toMatchObject([{ action: 'create' }])
})

it('FOLLOW20 investors get nothing, nor does anybody of a record that is unknown, deleted or of another firm', async () => {
  const { staff, reader, home, paid } = await setupFirm()
  const other = await setupFirm()
  expect((await request(reader, 'projects', home.id)).status).toBe(403)
  for (const [entity, id] of [
    ['investments', other.paid.id],
    ['projects', paid.id],
    ['users', other.admin.userId],
    ['bankAccounts', paid.id],
    ['constructor', paid.id],
  ] as const)
    expect([entity, (await request(staff, entity, id)).status]).toEqual([entity, 404])
  expect((await request(staff, 'projects', 'x')).status).toBe(400)
})

it('FOLLOW19 values of a field that a newer version hides are in neither feed nor REST', async () => {
  const { staff, home } = await setupFirm()
  const names = readableNames()
  const { projects } = names
  const hidden = { ...names, projects: { ...projects!, fields: { ...projects!.fields, notes: 'nobody' } } }
  const noted = async () => {
    const updates = [...foldRows((await staff.pull()).activities).values()].filter(({ action }) => action === 'update')
    const listed = (await (await staff.get('/api/activities')).json()) as { action: string; changes: unknown[] }[]
    const history = (await (await request(staff, 'projects', home.id)).json()) as {
      action: string
      changes: unknown[]
    }[]
    return [updates, listed, history].map((each) =>
      each
        .filter(({ action }) => action === 'update')
        .flatMap(({ changes }) => changes as [string][])
        .map(([name]) => name),
    )
  }
  const own = ['name', 'notes']
  expect(await noted()).toEqual([['amount', ...own], ['amount', ...own], own])
  await asOwner(
    server,
    (sql) => sql`insert into readable_names (ordinal, begins, narrows, names)
    select max(ordinal) + 1, '{}', '{}', ${namesText(hidden)}::text::json from readable_names`,
  )
  try {
    expect(await noted()).toEqual([['amount', 'name'], ['amount', 'name'], ['name']])
  } finally {
    await asOwner(
      server,
      (sql) => sql`delete from readable_names where ordinal = (select max(ordinal) from readable_names)`,
    )
  }
})
