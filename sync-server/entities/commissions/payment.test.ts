import { expect, it } from 'vitest'
import { create, investment, investor, project, update } from '#server/test/changes.ts'
import { as, rowOf } from '#server/test/device.ts'
import { createFirm } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'

const server = await setupServer()

it('a payment conflicts if the commission’s amount has changed since it was shown', async () => {
  const firm = await createFirm(server)
  const staff = as(server, firm.manager)
  const [harbour, ines] = [project(), investor()]
  const holding = investment(harbour.id, ines.id)
  const [changed, other] = ['750', '500'].map((amount) =>
    create('commissions', { investmentId: holding.id, feeType: 'MANAGEMENT', amount }),
  )
  await staff.write(harbour, ines, holding, changed!, other!)
  const pay = ({ id }: { readonly id: string }, amount: string) =>
    update('commissions', id, { paidDate: '2026-03-01' }, { amount, currency: 'USD', paidDate: null })
  await staff.patch(`/api/commissions/${changed!.id}`, { amount: '900' })
  const both = await staff.attempt(pay(other!, '500'), pay(changed!, '750'))
  expect(both).toMatchObject({ verdict: 'conflict' })
  expect(await rowOf(staff, 'commissions', changed!.id)).toMatchObject({ amount: '900.00', paidDate: null })
  expect(await rowOf(staff, 'commissions', other!.id)).toMatchObject({ paidDate: null })
  await staff.write(pay(other!, '500'), pay(changed!, '900'))
  expect(await rowOf(staff, 'commissions', changed!.id)).toMatchObject({ paidDate: '2026-03-01' })
})
