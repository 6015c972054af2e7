import { v7 as uuidv7 } from 'uuid'
import { expect, it } from 'vitest'
import type { ShownRow } from '#schema/kernel/verb.ts'
import type { Operation } from '#schema/sync/protocol.ts'
import { hashOfShown } from '#schema/records/apply-verb.ts'
import { addVerbThatCreates, feeIdFor } from '#schema/test/verb-that-creates.ts'
import { act, change, investment, investor, project, update } from '#server/test/changes.ts'
import { as, rowOf } from '#server/test/device.ts'
import { asOwner } from '#server/test/database.ts'
import { createFirm, numberOf } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'

addVerbThatCreates()
const server = await setupServer()

async function setupFees(amounts: readonly string[] = ['100.00', '200.00']) {
  const firm = await createFirm(server)
  const staff = as(server, firm.manager)
  const [quay, ines] = [project(), investor()]
  const stakes = amounts.map((amount) => investment(quay.id, ines.id, { status: 'ACTIVE', amount }))
  await staff.write(quay, ines)
  for (let at = 0; at < stakes.length; at += 50) await staff.write(...stakes.slice(at, at + 50))
  const seed = uuidv7()
  const idOf = (stake: { readonly id: string }) => feeIdFor(seed, stake.id)
  const shownWith = (...pairs: readonly (readonly [stake: { readonly id: string }, amount: string])[]): ShownRow[] =>
    [
      { entity: 'projects', id: quay.id, fields: { currency: 'USD' } },
      ...pairs.map(([stake, amount]) => ({
        entity: 'commissions',
        id: idOf(stake),
        fields: { amount, currency: 'USD' },
      })),
    ].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const seen = shownWith(...stakes.map((stake, at) => [stake, amounts[at]!] as const))
  const charging = (shown?: readonly ShownRow[], more = {}): Operation => ({
    ...act('projects', 'chargeFees', quay.id, { notes: 'Setup' }),
    seed,
    ...(shown && { expect: hashOfShown(shown) }),
    ...more,
  })
  const toDue = (id: string) => update('commissions', id, { dueDate: '2026-06-30' }, { dueDate: null })
  const feesOf = async (by = staff) =>
    (await by.pull()).rows.filter(([entity, , , fields]) => entity === 'commissions' && fields !== null)
  return { ...firm, staff, quay, ines, stakes, seed, idOf, seen, shownWith, charging, toDue, feesOf }
}

it('ACT2 ACT13 creates the same rows as the device has, and changes to them that wait behind it apply', async () => {
  const { staff, stakes, seen, idOf, charging, toDue } = await setupFees()
  const verdicts = await staff.push(change(charging(seen)), change(toDue(idOf(stakes[1]!))))
  expect(verdicts.map(({ verdict }) => verdict)).toEqual(['applied', 'applied'])
  expect(await rowOf(staff, 'commissions', idOf(stakes[0]!))).toMatchObject({ amount: '100.00', dueDate: null })
  expect(await rowOf(staff, 'commissions', idOf(stakes[1]!))).toMatchObject({ amount: '200.00', dueDate: '2026-06-30' })
})

it('ACT13 creates them with the same ids when another result of it was accepted', async () => {
  const { staff, quay, ines, stakes, seen, idOf, shownWith, charging, toDue } = await setupFees()
  const late = investment(quay.id, ines.id, { status: 'FUNDED', amount: '50.00' })
  await staff.write(late)
  const [refused, built] = await staff.push(change(charging(seen)), change(toDue(idOf(stakes[1]!))))
  const theirs = shownWith([stakes[0]!, '100.00'], [stakes[1]!, '200.00'], [late, '50.00'])
  expect(refused).toMatchObject({ code: 'RESULT_CHANGED', number: null, result: { theirs } })
  expect(built, 'ACT14').toMatchObject({ code: 'SUPERSEDED' })
  const verdicts = await staff.push(change(charging(theirs)), change(toDue(idOf(stakes[1]!))))
  expect(verdicts.map(({ verdict }) => verdict)).toEqual(['applied', 'applied'])
  expect(await rowOf(staff, 'commissions', idOf(stakes[1]!))).toMatchObject({ amount: '200.00', dueDate: '2026-06-30' })
})

it('ACT14 has changes to its rows wait for a newer node, as it does', async () => {
  const { staff, quay, stakes, seed, idOf, toDue } = await setupFees()
  const unknown = { ...act('projects', 'praise', quay.id, {}), seed }
  const verdicts = await staff.push(change(unknown), change(toDue(idOf(stakes[0]!))))
  expect(verdicts.map(({ verdict, code }) => [verdict, code])).toEqual([
    ['later', 'NEWER'],
    ['later', 'NEWER'],
  ])
})

it('ACT6 PUSH16 is applied without effect when its verdict is forgotten', async () => {
  const { staff, tenantId, seen, charging, feesOf } = await setupFees()
  const sent = change(charging(seen))
  const [first] = await staff.push(sent)
  expect(await staff.push(sent)).toEqual([first])
  await asOwner(server, (sql) => sql`delete from verdicts where tenant_id = ${tenantId} and id = ${sent.id}`)
  const before = await numberOf(server, tenantId)
  expect(await staff.push(sent)).toMatchObject([{ verdict: 'applied' }])
  expect([await numberOf(server, tenantId), (await feesOf()).length]).toEqual([before, 2])
})

it('ACT13 PUSH4 is rejected when its ids are taken, and never touches rows of another firm', async () => {
  const { staff, admin, quay, seed, stakes, charging, idOf, feesOf, toDue } = await setupFees()
  await staff.write(charging())
  const reopen = (description: string | null) =>
    update('projects', quay.id, { description }, { description: 'Fees are charged' })
  await staff.write(reopen(null))
  await staff.write(toDue(idOf(stakes[0]!)))
  const others = as(server, admin)
  expect(await others.attempt(charging()), 'of a colleague').toMatchObject({ code: 'DUPLICATE' })
  const foreign = await setupFees()
  const copied = { ...foreign.charging(), seed }
  expect(await foreign.staff.attempt(copied)).toMatchObject({ verdict: 'applied' })
  expect([(await feesOf()).length, (await foreign.feesOf()).length]).toEqual([2, 2])
})

it('ACT13 is malformed when its seed is not a UUIDv7', async () => {
  const { staff, charging } = await setupFees()
  for (const seed of ['nothing', '0197a3b0-0000-4000-8000-00000000000c'])
    expect(await staff.attempt(charging(undefined, { seed }))).toMatchObject({ code: 'VALIDATION' })
})

it('ACT12 ACT13 creates 200 rows over REST, with the seed and result of a device or without', async () => {
  const amounts = Array.from({ length: 200 }, (_, at) => `${at + 1}.00`)
  const { staff, quay, stakes, seed, seen, idOf, feesOf } = await setupFees(amounts)
  const charge = async (more: object) =>
    (await staff.post(`/api/projects/${quay.id}/charge-fees`, { notes: 'Setup', ...more })).status
  expect(await charge({ seed: 'nothing' })).toBe(400)
  expect(await charge({ seed, expect: hashOfShown(seen.slice(1)) })).toBe(409)
  expect(await charge({ seed, expect: hashOfShown(seen) })).toBe(200)
  expect(await rowOf(staff, 'commissions', idOf(stakes[150]!))).toMatchObject({ amount: '151.00' })
  expect(await feesOf()).toHaveLength(200)
  const other = await setupFees()
  const response = await other.staff.post(`/api/projects/${other.quay.id}/charge-fees`, { notes: 'Setup' })
  expect([response.status, (await other.feesOf()).length]).toEqual([200, 2])
})

it('HELD19 HELD38 ACT13 keeps the ids when an administrator takes it with another result', async () => {
  const { staff, admin, manager, quay, ines, stakes, seen, shownWith, charging, toDue, idOf } = await setupFees()
  const [office, sent] = [as(server, admin), change(charging(seen))]
  const due = change(toDue(idOf(stakes[1]!)))
  const late = investment(quay.id, ines.id, { status: 'FUNDED', amount: '50.00' })
  await office.write(late)
  await staff.push(sent)
  const devices = (await (await office.get('/api/devices')).json()) as { id: string; userId: string }[]
  const { id } = devices.find(({ userId }) => userId === manager.userId)!
  await office.post(`/api/devices/${id}/revoke`, undefined)
  await staff.send([sent, due])
  const take = async (item: { readonly id: string }, query = '') =>
    (await office.post(`/api/held-changes/${item.id}/take${query}`, undefined)).json()
  expect(await take(due)).toMatchObject({ state: 'HELD', verdict: { code: 'NOT_FOUND' } })
  expect(await take(sent)).toMatchObject({ state: 'HELD', verdict: { code: 'RESULT_CHANGED' } })
  const theirs = shownWith([stakes[0]!, '100.00'], [stakes[1]!, '200.00'], [late, '50.00'])
  expect(await take(sent, `?expect=${hashOfShown(theirs)}`)).toMatchObject({ state: 'TAKEN' })
  expect(await take(due)).toMatchObject({ state: 'TAKEN' })
  expect(await rowOf(office, 'commissions', idOf(stakes[1]!))).toMatchObject({ dueDate: '2026-06-30' })
})
