import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import {
  act,
  change,
  create,
  investment,
  investor,
  merge,
  project,
  remove,
  restore,
  update,
} from '#server/test/changes.ts'
import type { ShownRow } from '#schema/kernel/verb.ts'
import { hashOfShown } from '#schema/records/apply-verb.ts'
import { as, foldRows, rowOf } from '#server/test/device.ts'
import { createFirm, link } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'

const server = await setupServer()

async function setupFirm() {
  const firm = await createFirm(server)
  const staff = as(server, firm.manager)
  const [harbour, ines, twin] = [project(), investor(), investor({ firstName: 'Inès' })]
  await staff.write(harbour, ines, twin)
  const stake = investment(harbour.id, twin.id, { amount: '250' })
  const passport = create('documents', { name: 'Passport', investorId: twin.id })
  await staff.write(investment(harbour.id, ines.id), stake, passport)
  const ownerOf = async (entity: string, id: string) => (await rowOf(staff, entity, id))?.['investorId']
  return { ...firm, staff, ines, twin, stake, passport, ownerOf }
}

type Firm = Awaited<ReturnType<typeof setupFirm>>

const exit = (id: string, shown?: readonly ShownRow[], fields = {}) => ({
  ...act('projects', 'exit', id, fields),
  ...(shown && { expect: hashOfShown(shown) }),
})

const shownOf = (projectId: string, ...stakes: readonly { readonly id: string; readonly amount: string }[]) =>
  [
    ...stakes
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ id, amount }) => ({ entity: 'investments', id, fields: { amount, currency: 'USD' } })),
    { entity: 'projects', id: projectId, fields: { actualIRR: null } },
  ].toSorted((a, b) => (a.id < b.id ? -1 : 1))

describe('an act with the result that its author was shown', () => {
  async function setupExit() {
    const firm = await createFirm(server)
    const staff = as(server, firm.manager)
    const [quay, ines] = [project(), investor()]
    const stake = investment(quay.id, ines.id, { status: 'ACTIVE', amount: '100.00' })
    await staff.write(quay, ines, stake)
    return { ...firm, staff, quay, ines, stake, seen: shownOf(quay.id, { id: stake.id, amount: '100.00' }) }
  }

  it('ACT12 over REST is refused once the result differs', async () => {
    const { staff, quay, stake, seen } = await setupExit()
    const exitOverRest = async (expect: string) => {
      const response = await staff.post(`/api/projects/${quay.id}/exit`, { expect })
      return [response.status, await response.json()] as const
    }
    await staff.write(update('investments', stake.id, { amount: '120.00' }, { amount: '100.00' }))
    expect(await exitOverRest(hashOfShown(seen))).toMatchObject([409, { code: 'RESULT_CHANGED' }])
    expect(await exitOverRest('all of it')).toMatchObject([400, { code: 'VALIDATION' }])
    expect(await rowOf(staff, 'investments', stake.id)).toMatchObject({ status: 'ACTIVE' })
    const theirs = shownOf(quay.id, { id: stake.id, amount: '120.00' })
    expect(await exitOverRest(hashOfShown(theirs))).toMatchObject([200, { status: 'EXITED' }])
  })

  it('ACT3 is applied while the result is the same', async () => {
    const { staff, quay, stake, seen } = await setupExit()
    expect(await staff.attempt(exit(quay.id, seen, { actualIRR: '7' }))).toMatchObject({ verdict: 'applied' })
    expect(await rowOf(staff, 'projects', quay.id)).toMatchObject({ status: 'EXITED', actualIRR: '7.00' })
    expect(await rowOf(staff, 'investments', stake.id)).toMatchObject({ status: 'EXITED' })
  })

  it('ACT3 is a conflict with the result of the server when that differs, and writes nothing', async () => {
    const { staff, quay, ines, stake, seen } = await setupExit()
    const late = investment(quay.id, ines.id, { status: 'FUNDED', amount: '50.00' })
    await staff.write(late)
    const sent = change(exit(quay.id, seen))
    const [verdict] = await staff.push(sent)
    const theirs = shownOf(quay.id, { id: stake.id, amount: '100.00' }, { id: late.id, amount: '50.00' })
    expect(verdict).toMatchObject({ verdict: 'conflict', code: 'RESULT_CHANGED', number: null, result: { theirs } })
    expect(await rowOf(staff, 'projects', quay.id)).toMatchObject({ status: 'FUNDED' })
    expect(await staff.push(sent)).toEqual([verdict])
    expect(await staff.attempt(exit(quay.id, theirs))).toMatchObject({ verdict: 'applied' })
  })

  it('ACT6 is rejected in a state that does not allow it, or applied when nothing is left to do', async () => {
    const { staff, quay, seen } = await setupExit()
    expect(await staff.attempt(exit(quay.id))).toMatchObject({ verdict: 'applied' })
    const again = await staff.attempt(exit(quay.id, seen))
    expect(again).toMatchObject({ verdict: 'applied' })
    expect(again.number).toBe((await rowOf(staff, 'projects', quay.id))?.['number'])
    expect(await staff.attempt(exit(quay.id, seen, { actualIRR: '3' }))).toMatchObject({ code: 'STATE' })
  })

  it('ACT9 is alone in its change, except for restores', async () => {
    const { staff, quay, ines, seen } = await setupExit()
    const rename = update('investors', ines.id, { firstName: 'Inès' }, { firstName: 'Ines' })
    expect(await staff.attempt(rename, exit(quay.id, seen))).toMatchObject({ code: 'VALIDATION' })
    await staff.write(remove('investors', ines.id))
    expect(await staff.attempt(restore('investors', ines.id), exit(quay.id, seen))).toMatchObject({
      verdict: 'applied',
    })
  })

  it('ACT11 investors learn of the exit of their own investment, even in a hidden project', async () => {
    const { staff, admin, quay, ines, seen, investor: client } = await setupExit()
    await staff.write(update('projects', quay.id, { isVisibleToInvestors: false }, { isVisibleToInvestors: true }))
    await link(server, admin, client, ines.id)
    const before = (await as(server, client).pull()).activities.length
    await staff.write(exit(quay.id, seen))
    const { activities } = await as(server, client).pull()
    expect(activities.slice(before).map((row) => row[3])).toMatchObject([
      { action: 'update', entityType: 'investments' },
    ])
  })

  it('BACK9 waits when it writes a row that an earlier change of its request waits for', async () => {
    const { staff, quay, stake, seen } = await setupExit()
    const unknown = { ...change(), ops: [{ op: 'split', entity: 'investments', id: stake.id }] }
    const verdicts = await staff.push(unknown, change(exit(quay.id, seen)))
    expect(verdicts.map(({ verdict }) => verdict)).toEqual(['later', 'later'])
  })

  it('ACT3 needs the permission first, so that a result reveals nothing', async () => {
    const { quay, investor: client, foreign } = { ...(await setupExit()), foreign: (await setupExit()).staff }
    for (const device of [as(server, client), foreign]) {
      const verdict = await device.attempt(exit(quay.id, []))
      expect(verdict.verdict).toBe('rejected')
      expect(verdict.result).toBeUndefined()
    }
  })

  it('ACT3 is malformed when `expect` is not a hash', async () => {
    const { staff, quay } = await setupExit()
    const wrong = { ...act('projects', 'exit', quay.id, {}), expect: 'nothing' }
    expect(await staff.attempt(wrong)).toMatchObject({ verdict: 'rejected', code: 'VALIDATION' })
  })
})

describe('a merge that a device sends', () => {
  it('PUSH15 writes what the call of the same name writes', async () => {
    const [sent, called] = [await setupFirm(), await setupFirm()]
    await sent.staff.write(merge(sent.ines.id, sent.twin.id))
    await called.staff.post(`/api/investors/${called.ines.id}/merge`, { from: called.twin.id })
    const written = async ({ staff, ines, twin }: Firm) =>
      JSON.parse(
        JSON.stringify(
          [...foldRows((await staff.pull()).rows).values()].map(({ createdAt: _, updatedAt: __, ...row }) => row),
        )
          .replaceAll(ines.id, 'ines')
          .replaceAll(twin.id, 'twin')
          .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, 'id'),
      ) as unknown
    expect(await written(sent)).toEqual(await written(called))
    expect(await sent.ownerOf('investments', sent.stake.id)).toBe(sent.ines.id)
    expect(await rowOf(sent.staff, 'investors', sent.ines.id)).toMatchObject({ totalInvested: '1250.00' })
  })

  it('PUSH15 is one activity, and its audit entry lists what it wrote', async () => {
    const { admin, staff, ines, twin } = await setupFirm()
    const before = (await staff.pull()).activities.length
    await staff.write(merge(ines.id, twin.id))
    const { activities } = await staff.pull()
    expect(activities.slice(before).map((row) => row[3])).toMatchObject([{ action: 'merge', entityId: ines.id }])
    const trail = (await (await as(server, admin).get('/api/audit-logs?limit=4')).json()) as { action: string }[]
    expect(trail.map(({ action }) => action).toSorted()).toEqual([
      'documents.update',
      'investments.update',
      'investors.delete',
      'investors.merge',
    ])
  })

  it('PUSH3 PUSH15 sent twice is done once, and its restore undoes it', async () => {
    const { staff, ines, twin, stake, passport, ownerOf } = await setupFirm()
    const merged = change(merge(ines.id, twin.id))
    const [first] = await staff.push(merged)
    expect(first).toMatchObject({ verdict: 'applied' })
    await staff.write(restore('investors', twin.id))
    expect(await staff.push(merged)).toEqual([first])
    expect([await ownerOf('investments', stake.id), await ownerOf('documents', passport.id)]).toEqual([
      twin.id,
      twin.id,
    ])
    expect(await rowOf(staff, 'investors', twin.id)).toMatchObject({ totalInvested: '250.00' })
  })

  it('PUSH5 PUSH15 is part of its change: all is done or nothing', async () => {
    const { staff, ines, twin, stake, ownerOf } = await setupFirm()
    const [verdict] = await staff.push(change(merge(ines.id, twin.id), project({ type: 'CASTLE' })))
    expect(verdict).toMatchObject({ verdict: 'rejected', code: 'VALIDATION' })
    expect(await ownerOf('investments', stake.id)).toBe(twin.id)
    await staff.write(remove('investors', twin.id))
    await staff.write(restore('investors', twin.id), merge(ines.id, twin.id))
    expect(await ownerOf('investments', stake.id)).toBe(ines.id)
  })

  it('PUSH15 refuses what cannot be merged, by the codes of other operations', async () => {
    const { staff, ines, twin, investor: client } = await setupFirm()
    const foreign = (await setupFirm()).twin.id
    const attempt = async (from: unknown, id = ines.id, device = staff) => {
      const { verdict, code, errors } = await device.attempt(act('investors', 'merge', id, { from }))
      return [verdict, code, ...Object.keys(errors ?? {})].join(' ')
    }
    expect(await attempt(ines.id)).toBe('rejected VALIDATION from')
    expect(await attempt('nobody')).toBe('rejected VALIDATION from')
    expect(await attempt(uuidv7())).toBe('rejected VALIDATION from')
    expect(await attempt(foreign)).toBe('rejected VALIDATION from')
    expect(await attempt(twin.id, foreign)).toBe('rejected NOT_FOUND')
    expect(await attempt(twin.id, ines.id, as(server, client))).toBe('rejected NOT_FOUND')
    const more = await staff.attempt(act('investors', 'merge', ines.id, { from: twin.id, kycStatus: 'APPROVED' }))
    expect(more, 'GROW9 input of a newer version').toMatchObject({ verdict: 'later', code: 'NEWER' })
    await staff.write(remove('investors', twin.id))
    expect(await attempt(twin.id)).toBe('rejected PARENT_GONE')
    expect(await attempt(ines.id, twin.id)).toBe('rejected DELETED')
  })

  it('PUSH8 PUSH9 is superseded by a refused create', async () => {
    const { staff, ines, twin } = await setupFirm()
    const refused = investor({ email: 'nobody' })
    const verdicts = await staff.push(
      change(refused),
      change(merge(ines.id, refused.id)),
      change(merge(refused.id, twin.id)),
    )
    expect(verdicts.map(({ code }) => code)).toEqual(['VALIDATION', 'SUPERSEDED', 'SUPERSEDED'])
  })
})

describe('an operation of a later version', () => {
  it.each<[string, (id: string) => unknown]>([
    ['kind', (id) => ({ op: 'split', entity: 'investors', id, into: 2 })],
    ['verb', (id) => act('investors', 'praise', id, {})],
    ['verb that only the server does so far', (id) => act('investors', 'link', id, { userId: id })],
  ])('GROW9 of an unknown %s waits, with what builds on it, and nothing is remembered', async (_, operation) => {
    const { staff, ines, twin } = await setupFirm()
    const unknown = { ...change(), ops: [operation(ines.id)] }
    const built = change(update('investors', ines.id, { phone: '+49 30 1' }, { phone: null }))
    const free = change(update('investors', twin.id, { phone: '+49 30 2' }, { phone: null }))
    const verdicts = await staff.push(unknown, built, free)
    expect(verdicts.map(({ verdict, code }) => [verdict, code])).toEqual([
      ['later', 'NEWER'],
      ['later', 'NEWER'],
      ['applied', undefined],
    ])
    expect((await staff.push(built))[0]).toMatchObject({ verdict: 'applied' })
  })
})
