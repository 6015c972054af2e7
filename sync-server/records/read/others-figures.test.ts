import { expect, it } from 'vitest'
import { pathOf } from '#schema/kernel/entity.ts'
import { replicatedEntities } from '#schema/registry.ts'
import { create, investment, investor, project } from '#server/test/changes.ts'
import { as } from '#server/test/device.ts'
import { createFirm, link, signUp } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'

const server = await setupServer()

it('no row, list or figure that an investor gets has a name, an amount or a total of another one', async () => {
  const firm = await createFirm(server)
  const [staff, client] = [as(server, firm.admin), as(server, firm.investor)]
  const harbour = project({ name: 'Harbour', isVisibleToInvestors: true })
  const [ines, other] = [investor(), investor({ firstName: 'Ozren', lastName: 'Vukas', email: 'ozren@example.com' })]
  await staff.write(harbour, ines, other)
  await link(server, firm.admin, firm.investor, ines.id)
  await link(server, firm.admin, await signUp(server, firm.tenantId, 'INVESTOR'), other.id)
  const paid = { status: 'FUNDED', investmentDate: '2026-01-05' }
  const own = investment(harbour.id, ines.id, { ...paid, amount: '1500.00' })
  const theirs = investment(harbour.id, other.id, { ...paid, amount: '7654321.09' })
  await staff.write(own, theirs)
  const inHarbour = { projectId: harbour.id, currency: 'USD', date: '2026-02-01' }
  await staff.write(
    create('valuations', { projectId: harbour.id, nav: '8765432.10', valuationDate: '2026-02-01' }),
    create('cashFlows', { ...inHarbour, investorId: other.id, amount: '3456789.01', type: 'DISTRIBUTION' }),
    create('cashFlows', { ...inHarbour, investorId: null, amount: '4567890.12', type: 'DISTRIBUTION' }),
    create('documents', { name: 'Agreement with Vukas', projectId: harbour.id, investorId: other.id }),
    create('commissions', { investmentId: theirs.id, feeType: 'MANAGEMENT', amount: '98765.43', currency: 'USD' }),
  )
  await server.backgroundTasks.settled()
  const lists = replicatedEntities.map((entity) => `/api/${pathOf(entity)}`)
  const responses = await Promise.all(
    [...lists, '/api/dashboard/metrics', `/api/projects/${harbour.id}`, `/api/investments/${own.id}`].map(
      async (path) => (await client.get(path)).text(),
    ),
  )
  const texts = [...(await client.pull()).texts, ...responses].join('\n')
  expect(texts).toContain('1500.00')
  expect(texts).toContain(own.id)
  const total = '7655821.09'
  const secrets = ['Ozren', 'Vukas', 'ozren@example.com', '7654321', '8765432', '3456789', '4567890', '98765', total]
  expect([...secrets, other.id, theirs.id].filter((word) => texts.includes(word))).toEqual([])
  const seen = [...(await as(server, firm.manager).pull()).texts].join('\n')
  expect([...secrets, other.id, theirs.id].filter((word) => !seen.includes(word))).toEqual([])
})
