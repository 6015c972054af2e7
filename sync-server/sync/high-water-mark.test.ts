import { describe, expect, it } from 'vitest'
import type { Operation } from '#schema/sync/protocol.ts'
import { change, create, investment, investor, preferences, project, remove, update } from '#server/test/changes.ts'
import { as } from '#server/test/device.ts'
import { createFirm, link, numberOf } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'

const server = await setupServer()

async function setupInvestor() {
  const firm = await createFirm(server)
  const [staff, reader] = [as(server, firm.admin), as(server, firm.investor)]
  const [home, own, other] = [project(), investor(), investor()]
  await staff.write(home, own, other)
  await link(server, firm.admin, firm.investor, own.id)
  const hidden = project({ isVisibleToInvestors: false })
  await staff.write(hidden)
  const hide = update('projects', home.id, { isVisibleToInvestors: false }, { isVisibleToInvestors: true })
  const secrets = [
    () => project({ isVisibleToInvestors: false }),
    () => update('investors', other.id, { phone: '+10001' }, { phone: null }),
    () => investment(hidden.id, other.id),
    () => create('referrals', { name: 'Layla' }),
    () => create('documents', { name: 'Minutes', projectId: home.id, type: 'CONTRACT' }),
  ]
  const work = async () => {
    for (const secret of secrets) await staff.attempt(secret())
  }
  return { ...firm, staff, reader, home: home.id, own: own.id, other: other.id, hide, work }
}

describe('PULL3 PULL15 an investor’s feed', () => {
  it('goes to the highest number of their rows, of rows that left their sight, and of their own verdicts', async () => {
    const { investor: account, staff, reader, home, own, hide, work } = await setupInvestor()
    const to = async () => {
      await work()
      const number = (await reader.page()).to
      await work()
      expect((await reader.page()).to).toBe(number)
      return number
    }
    const began = await to()
    expect(began).toBe(2)
    const steps: (() => Promise<number>)[] = [
      () => staff.write(update('investors', own, { phone: '+10001' }, { phone: null })),
      () => staff.write(investment(home, own)),
      () => staff.write(create('documents', { name: 'Plan', projectId: home, type: 'REPORT' })),
      () =>
        staff.write(create('exchangeRates', { fromCurrency: 'USD', toCurrency: 'AED', rate: '1', date: '2026-01-01' })),
      () => reader.write(create('documents', { name: 'Passport', investorId: own })),
      () => reader.write(preferences(account.userId, { language: 'fr' })),
      () => staff.write(hide),
    ]
    for (const step of steps) {
      const number = await step()
      expect(await to()).toBe(number)
    }
    const gone = project()
    await staff.write(gone)
    const deleted = await staff.write(remove('projects', gone.id))
    expect(await to()).toBe(deleted)
  })

  it('passes every change of theirs, including one that wrote nothing or only a part', async () => {
    const { staff, reader, own, work } = await setupInvestor()
    const document = create('documents', { name: 'Passport', investorId: own })
    await reader.write(document)
    await work()
    const [again, fresh] = await reader.push(
      change(document),
      change(create('documents', { name: 'Visa', investorId: own })),
    )
    await staff.write(remove('documents', document.id))
    const { to } = await reader.page()
    for (const { number } of [again!, fresh!]) expect(to).toBeGreaterThanOrEqual(number!)
  })

  it('does not reveal the firm’s counter: neither in heads nor in refusals nor in the stream', async () => {
    const { reader, work, tenantId } = await setupInvestor()
    const { epoch, scope, to, mark } = await reader.page()
    const number = await numberOf(server, tenantId)
    const observe = async () => {
      const numbers: unknown[] = []
      for (let after = 0; after <= number + 40; after++) {
        for (const known of ['', `&known=${after}:${mark}`]) {
          const query = new URLSearchParams({ after: String(after), epoch, scope }).toString()
          const response = await reader.get(`/api/sync/feed?${query}${known}`)
          numbers.push([response.status, await response.text()])
        }
      }
      const stream = await reader.get('/api/sync/stream')
      const { value } = await stream.body!.getReader().read()
      numbers.push(new TextDecoder().decode(value))
      return numbers
    }
    const before = await observe()
    await work()
    await work()
    expect(await numberOf(server, tenantId)).toBeGreaterThan(number + 5)
    expect(await observe()).toEqual(before)
    expect(before.at(-1)).toContain(`{"number":${to}}`)
  })

  it('PULL8 returns EPOCH beyond its end, wherever the counter is', async () => {
    const { reader, work } = await setupInvestor()
    await work()
    const { epoch, scope, to } = await reader.page()
    const status = async (after: number) =>
      (await reader.get(`/api/sync/feed?${new URLSearchParams({ after: String(after), epoch, scope }).toString()}`))
        .status
    expect([await status(to), await status(to + 1)]).toEqual([200, 409])
  })

  it('restarts when a link ends or is restored', async () => {
    const { staff, reader, own, work } = await setupInvestor()
    const steps: Operation[] = [remove('investors', own), { op: 'restore', entity: 'investors', id: own }]
    const scopes = new Set([(await reader.page()).scope])
    for (const step of steps) {
      await work()
      const number = await staff.write(step)
      const page = await reader.page()
      expect(page.to).toBe(number)
      scopes.add(page.scope)
    }
    expect(scopes.size).toBe(3)
  })
})
