import { describe, expect, it } from 'vitest'
import { investment, investor, project, update } from '#server/test/changes.ts'
import { as, rowOf } from '#server/test/device.ts'
import { createFirm } from '#server/test/firm.ts'
import { importPath, setupFolder } from '#server/test/importing.ts'
import { setupServer } from '#server/test/server.ts'

const server = await setupServer()
const fileOf = setupFolder()

async function setupFirm(fields: object = {}) {
  const firm = await createFirm(server)
  const staff = as(server, firm.manager)
  const [harbour, ines] = [project(), investor()]
  const holding = investment(harbour.id, ines.id, { status: 'FUNDED', investmentDate: '2019-03-01', ...fields })
  await staff.write(harbour, ines, holding)
  const patch = async (body: object) => {
    const response = await staff.patch(`/api/investments/${holding.id}`, body)
    return { code: response.status, row: (await response.json()) as unknown }
  }
  return { ...firm, staff, harbour, ines, holding, patch }
}

describe('the exit date', () => {
  it('is the entered date, over REST and sync, and can be corrected', async () => {
    const { staff, harbour, ines, holding, patch } = await setupFirm()
    const made = await staff.post('/api/investments', {
      projectId: harbour.id,
      investorId: ines.id,
      amount: '10',
      status: 'EXITED',
      investmentDate: '2019-03-01',
      exitedOn: '2021-03-01',
    })
    expect([made.status, await made.json()]).toMatchObject([201, { exitedOn: '2021-03-01' }])
    await staff.write(
      update(
        'investments',
        holding.id,
        { status: 'EXITED', exitedOn: '2021-03-01' },
        { status: 'FUNDED', exitedOn: null },
      ),
    )
    expect(await rowOf(staff, 'investments', holding.id)).toMatchObject({ exitedOn: '2021-03-01' })
    expect(await patch({ exitedOn: '2021-04-30' })).toMatchObject({ row: { exitedOn: '2021-04-30' } })
    expect(await patch({ status: 'ACTIVE' })).toMatchObject({ row: { exitedOn: null } })
  })

  it('defaults to today when only the status is sent, and when it is cleared', async () => {
    const { staff, harbour, ines, patch } = await setupFirm()
    expect(await patch({ status: 'EXITED' })).toMatchObject({ row: { exitedOn: '2026-03-15' } })
    expect(await patch({ exitedOn: '2021-03-01' })).toMatchObject({ row: { exitedOn: '2021-03-01' } })
    expect(await patch({ exitedOn: null })).toMatchObject({ row: { exitedOn: '2026-03-15' } })
    const later = investment(harbour.id, ines.id, { status: 'EXITED', investmentDate: '2026-05-01' })
    await staff.write(later)
    expect(await rowOf(staff, 'investments', later.id)).toMatchObject({ exitedOn: '2026-05-01' })
  })

  it.each([
    [{ status: 'EXITED', exitedOn: '2019-02-28' }, 'exitBeforeInvestment'],
    [{ status: 'EXITED', exitedOn: '2026-03-17' }, 'exitInFuture'],
    [{ exitedOn: '2021-03-01' }, 'exitWithoutStatus'],
    [{ status: 'EXITED', exitedOn: '2021-02-29' }, 'date'],
  ])('%o is refused', async (fields, key) => {
    const { patch } = await setupFirm()
    expect(await patch(fields)).toMatchObject({ code: 400, row: { issues: { exitedOn: { key } } } })
  })

  it('may be the current day of the earliest time zone', async () => {
    const { patch } = await setupFirm()
    expect(await patch({ status: 'EXITED', exitedOn: '2026-03-16' })).toMatchObject({ code: 200 })
  })

  it('is imported with the status; rows without that status are refused', async () => {
    const { staff, manager, harbour, ines } = await setupFirm()
    const columns = {
      Project: { field: 'projectId', find: 'name' },
      Investor: { field: 'investorId', find: 'email' },
      Amount: 'amount',
      Date: 'investmentDate',
      Status: 'status',
      Exit: 'exitedOn',
    }
    const rows = ['1,2019-03-01,EXITED,2021-03-01', '2,2019-03-01,FUNDED,', '3,2019-03-01,FUNDED,2021-03-01']
    const file = ['Project,Investor,Amount,Date,Status,Exit', ...rows.map((row) => `Harbour,ines@example.com,${row}`)]
    const path = fileOf('exits.csv', file.join('\n'))
    const { created, refusals } = await importPath(server, manager, 'investments', { columns }, path)
    expect([created, refusals]).toEqual([2, ['4: exitedOn: Only an exited investment can have an exit date']])
    const list = await staff.get(`/api/investments?projectId=${harbour.id}&investorId=${ines.id}`)
    const exits = ((await list.json()) as { amount: string; exitedOn: string | null }[])
      .toSorted((a, b) => Number(a.amount) - Number(b.amount))
      .map(({ exitedOn }) => exitedOn)
    expect(exits).toEqual(['2021-03-01', null, null])
  })
})
