// Tests the small server of web/store/test and the real one with the same expectations.
import { describe, expect, it } from 'vitest'
import { digestOf } from '#schema/sync/digest.ts'
import { limits, protocolHeader, protocolVersion } from '#schema/sync/protocol.ts'
import { registry } from '#schema/registry.ts'
import { byText } from '#server/test/by-text.ts'
import { change, create, investment, investor, merge, project, remove, restore, update } from '#server/test/changes.ts'
import { setupServer } from '#server/test/server.ts'
import { openRealFirm } from './both-servers/real-firm.ts'
import { openSmallFirm } from './both-servers/small-firm.ts'
import { deviceOf, unknownCheckpointHash, type OpenFirm, someId } from './both-servers/tested-firm.ts'

const real = await setupServer()
const servers: readonly (readonly [string, OpenFirm])[] = [
  ['the real server', () => openRealFirm(real)],
  ['the small server of the store’s tests', openSmallFirm],
]

const text: unknown = expect.any(String)
const mark: unknown = expect.stringMatching(/^[\w-]{1,64}$/)
const time: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
const refused = (code: string) => ({ verdict: 'rejected', number: null, mark: null, code, message: text })
const wrong = (...fields: readonly string[]) => ({
  ...refused('VALIDATION'),
  errors: Object.fromEntries(fields.map((field) => [field, text])),
  issues: Object.fromEntries(fields.map((field) => [field, expect.objectContaining({ key: text })])),
})
const applied = (number: number) => ({ verdict: 'applied', number, mark })

describe.each(servers)('%s', (_, openFirm) => {
  async function setupFirm() {
    const firm = await openFirm()
    return { firm, ...deviceOf(firm) }
  }

  async function setupProject(fields: Record<string, unknown> = {}) {
    const setup = await setupFirm()
    const home = project({ name: 'Harbour', location: 'Lisbon', targetAmount: '100.00', ...fields })
    expect(await setup.judge(change(home))).toMatchObject(applied(1))
    const edit = (to: Record<string, unknown>, base: Record<string, unknown>, seen?: number) =>
      change(update('projects', home.id, to, base, seen))
    const row = async () => (await setup.page()).rows.find(([, id]) => id === home.id)
    return { ...setup, home, id: home.id, edit, row }
  }

  describe('the feed', () => {
    it('PULL1 PULL3 PULL4 a first pull returns a head with person, epoch and number, and every row', async () => {
      const { firm, page, push } = await setupFirm()
      const [first, second] = [project({ name: 'First' }), project({ name: 'Second' })]
      await push(change(first), change(second))
      const { head, rows } = await page()
      expect(head).toEqual({
        person: firm.personId,
        mark,
        epoch: text,
        scope: text,
        from: 0,
        to: 2,
        more: false,
        total: expect.any(Number),
        durable: 0,
        at: time,
      })
      expect(rows).toEqual([
        ['projects', first.id, 1, expect.objectContaining({ name: 'First' })],
        ['projects', second.id, 2, expect.objectContaining({ name: 'Second' })],
      ])
    })

    it('PULL6 a row has every field of its entity, without id and number', async () => {
      const { row, firm } = await setupProject()
      const fields = (await row())![3]!
      expect(Object.keys(fields).toSorted()).toEqual(
        [...Object.keys(registry.projects.fields), 'createdAt', 'updatedAt', 'createdBy'].toSorted(),
      )
      expect(fields).toMatchObject({
        name: 'Harbour',
        targetAmount: '100.00',
        raisedAmount: '0.00',
        description: null,
        createdBy: firm.personId,
        createdAt: time,
        updatedAt: time,
      })
    })

    it('PULL4 a later pull returns the rows since a number, no total, and the same epoch and scope', async () => {
      const { page, push, edit, id } = await setupProject()
      const { head: before } = await page()
      await push(edit({ name: 'Quay' }, { name: 'Harbour' }))
      const { head, rows } = await page(before)
      expect(head).toMatchObject({ from: 1, to: 2, more: false, total: null })
      expect([head['epoch'], head['scope']]).toEqual([before['epoch'], before['scope']])
      expect(head['mark']).not.toBe(before['mark'])
      expect(rows).toEqual([['projects', id, 2, expect.objectContaining({ name: 'Quay', location: 'Lisbon' })]])
      expect((await page(head)).head).toMatchObject({ from: 2, to: 2, more: false, mark: head['mark'] })
    })

    it('PULL5 a deleted row is a tombstone in a later pull and absent from a first one', async () => {
      const { page, push, id } = await setupProject()
      const { head } = await page()
      await push(change(remove('projects', id)))
      expect((await page(head)).rows).toEqual([['projects', id, 2, null]])
      expect((await page()).rows).toEqual([])
    })

    it('PULL2 rows of one change have one number', async () => {
      const { page, push } = await setupFirm()
      await push(change(project(), project()))
      expect((await page()).rows.map(([, , number]) => number)).toEqual([1, 1])
    })

    it('PULL10 returns a digest only on request', async () => {
      const { page, push } = await setupProject()
      await push(change(project()))
      const { head, rows } = await page({}, { digest: '1' })
      expect(head['digest']).toEqual(digestOf(rows.map(([entity, id, number]) => ({ entity, id, number }))))
      expect((await page()).head).not.toHaveProperty('digest')
    })

    it('PULL8 rejects another epoch or scope before any row, and returns the current ones', async () => {
      const { page, feed } = await setupProject()
      const { epoch, scope } = (await page()).head as { epoch: string; scope: string }
      const refusal = (code: string) => ({ message: text, code, epoch, scope, narrowed: false })
      const other = await feed({ after: '1', epoch: 'another', scope })
      expect([other.status, other.body]).toEqual([409, refusal('EPOCH')])
      const begun = await feed({ after: '0', epoch: 'another', scope })
      expect([begun.status, begun.body]).toEqual([409, refusal('EPOCH')])
      const foreign = await feed({ after: '1', epoch, scope: `${scope}x` })
      expect([foreign.status, foreign.body]).toMatchObject([409, { code: 'SCOPE', epoch, scope }])
    })

    it('PULL8 PULL16 a position beyond the counter belongs to another epoch', async () => {
      const { page, feed } = await setupProject()
      const { epoch, scope } = (await page()).head as { epoch: string; scope: string }
      const beyond = await feed({ after: '7', epoch, scope })
      expect([beyond.status, beyond.body]).toMatchObject([409, { code: 'EPOCH', epoch, scope }])
    })

    it('PULL8 reports that the scope has narrowed', async () => {
      const { page, feed, firm } = await setupProject()
      const { epoch, scope } = (await page()).head as { epoch: string; scope: string }
      await firm.narrow()
      const refusal = await feed({ after: '1', epoch, scope })
      expect([refusal.status, refusal.body]).toEqual([
        409,
        { message: text, code: 'SCOPE', epoch, scope: expect.not.stringMatching(scope), narrowed: true },
      ])
      const now = String(refusal.body['scope'])
      expect((await feed({ after: '0', epoch, scope: now })).body).toMatchObject({ scope: now })
      expect((await feed({ after: '0', epoch: 'another', scope: now })).body).toMatchObject({ narrowed: false })
    })

    it('PULL9 rejects malformed parameters', async () => {
      const { page, feed } = await setupProject()
      const { epoch, scope } = (await page()).head as { epoch: string; scope: string }
      const queries: readonly Record<string, string>[] = [
        { epoch, scope },
        { after: 'x', epoch, scope },
        { after: '-1', epoch, scope },
        { after: '1', epoch: '', scope },
        { after: '1', epoch, scope: '' },
        { after: '1', epoch, scope, known: '1' },
      ]
      for (const query of queries) {
        const { status, body } = await feed(query)
        expect([query, status, body]).toEqual([query, 400, { message: text, code: 'VALIDATION' }])
      }
    })
  })

  describe('history', () => {
    it('HIST2 HIST3 a head and a verdict carry the same known checkpoint hash', async () => {
      const { judge, page, feed, send } = await setupFirm()
      const verdict = await judge(change(project()))
      const { head } = await page()
      expect(head['mark']).toBe(verdict.mark)
      const { epoch, scope } = head as { epoch: string; scope: string }
      const known = { number: 1, mark: verdict.mark! }
      expect((await feed({ after: '1', epoch, scope, known: `1:${known.mark}` })).status).toBe(200)
      expect((await send([change(project())], { known })).status).toBe(200)
    })

    it('HIST3 HIST15 an unknown checkpoint hash belongs to another epoch: nothing is read or decided', async () => {
      const { page, feed, send } = await setupProject()
      const { epoch, scope } = (await page()).head as { epoch: string; scope: string }
      const refusal = { message: text, code: 'EPOCH', epoch, scope, narrowed: false }
      for (const number of [1, 7]) {
        const known = { number, mark: unknownCheckpointHash }
        const [read, sent] = [
          await feed({ after: '1', epoch, scope, known: `${number}:${known.mark}` }),
          await send([change(project())], { known }),
        ]
        expect([read.status, read.body, sent.status, sent.body]).toEqual([409, refusal, 409, refusal])
      }
      expect((await page()).rows).toHaveLength(1)
    })

    it('HIST5 after a restore there is a new epoch, with the remaining rows and numbers', async () => {
      const { firm, page, feed } = await setupProject()
      const { head: before, rows } = await page()
      const { epoch, scope } = before as { epoch: string; scope: string }
      await firm.beginEpoch()
      const refusal = await feed({ after: '1', epoch, scope })
      expect([refusal.status, refusal.body]).toMatchObject([409, { code: 'EPOCH', narrowed: false }])
      const { head, rows: remaining } = await page()
      expect(head).toMatchObject({ epoch: refusal.body['epoch'], to: 1, mark: before['mark'] })
      expect(head['epoch']).not.toBe(epoch)
      expect(remaining).toEqual(rows)
    })

    it('HIST7 a replayed change whose number is still there is applied at that number', async () => {
      const { judge, page } = await setupFirm()
      const sent = change(project())
      const { mark: given } = await judge(sent)
      const { epoch } = (await page()).head as { epoch: string }
      const again = { ...sent, id: someId(), was: { epoch, number: 1, mark: given! } }
      expect(await judge(again)).toEqual({ id: again.id, ...applied(1) })
    })

    it('BACK1 in a new epoch, a change from before waits for missing ones, and a later one does not', async () => {
      const { firm, push, judge } = await setupProject()
      await firm.beginEpoch()
      const lost = () => update('projects', someId(), { name: 'Quay' }, { name: 'Harbour' })
      const orphan = () => investment(someId(), someId())
      const back = [change(lost()), change(orphan())].map((each) => ({ ...each, behind: true as const }))
      expect(await push(...back)).toEqual(back.map(({ id }) => ({ id, verdict: 'later', number: null, mark: null })))
      expect(await judge(change(lost()))).toMatchObject(refused('NOT_FOUND'))
    })

    it('BACK1 BACK9 later changes to its rows in the same request wait with it', async () => {
      const { firm, push } = await setupProject()
      await firm.beginEpoch()
      const lostId = someId()
      const first = { ...change(update('projects', lostId, { name: 'Quay' }, { name: 'x' })), behind: true as const }
      const second = change(update('projects', lostId, { location: 'Rome' }, { location: 'x' }))
      expect((await push(first, second)).map(({ verdict }) => verdict)).toEqual(['later', 'later'])
    })

    it('BACK5 a device of another epoch starts the recovery in the same way', async () => {
      const { firm, judge, send } = await setupProject()
      await firm.predateSeals()
      const lost = () => ({
        ...change(update('projects', someId(), { name: 'Quay' }, { name: 'Harbour' })),
        behind: true as const,
      })
      expect(await judge(lost())).toMatchObject(refused('NOT_FOUND'))
      expect((await send([lost()], { known: { number: 7, mark: unknownCheckpointHash } })).status).toBe(409)
      expect(await judge(lost())).toMatchObject({ verdict: 'later', number: null, mark: null })
    })

    it('BACK6 an invalid former number is malformed, and nothing is decided', async () => {
      const { send, page } = await setupFirm()
      const was = { epoch: 'no epoch', number: 1 }
      const { status, body } = await send([change(project()), { ...change(project()), was }])
      expect([status, body]).toEqual([400, { message: text, code: 'VALIDATION' }])
      expect((await page()).rows).toEqual([])
    })
  })

  describe('changes', () => {
    it('PUSH1 WHO2 get the user and one verdict each, in order', async () => {
      const { firm, send } = await setupFirm()
      const changes = [change(project()), change(project({ type: 'CASTLE' })), change(project())]
      const { status, body } = await send(changes)
      expect([status, body]).toEqual([
        200,
        {
          person: firm.personId,
          results: [
            { id: changes[0]!.id, ...applied(1) },
            { id: changes[1]!.id, ...wrong('type') },
            { id: changes[2]!.id, ...applied(2) },
          ],
        },
      ])
    })

    it('PUSH2 in a malformed or oversized request are rejected as a whole', async () => {
      const { send, page } = await setupFirm()
      const malformed = await send([change(project()), { id: 'x' }])
      expect([malformed.status, malformed.body]).toEqual([400, { message: text, code: 'VALIDATION' }])
      const many = await send(Array.from({ length: limits.changesPerRequest + 1 }, () => change(project())))
      expect([many.status, many.body]).toEqual([413, { message: text, code: 'TOO_LARGE' }])
      const long = change(...Array.from({ length: limits.operationsPerChange + 1 }, () => project()))
      expect((await send([long])).status).toBe(413)
      expect((await page()).rows).toEqual([])
    })

    it('PUSH2 that are malformed are rejected individually', async () => {
      const { push } = await setupFirm()
      const [bad, good] = [{ ...change(project()), ops: [] }, change(project())]
      expect(await push(bad, good)).toEqual([
        { id: bad.id, ...wrong('ops') },
        { id: good.id, ...applied(1) },
      ])
    })

    it('PUSH3 get the same verdict again; another change with the same id is rejected', async () => {
      const { push, edit, id } = await setupProject()
      const sent = [
        change(project()),
        edit({ name: 'Quay' }, { name: 'Other' }),
        change(project({ type: 'CASTLE' })),
        change(remove('projects', someId())),
      ]
      const verdicts = await push(...sent)
      expect(await push(...sent.map((each) => ({ ...each, at: '2026-03-15T10:30:00.000Z' })))).toEqual(verdicts)
      const others = sent.map((each) => ({ ...each, ops: [update('projects', id, { name: 'Dock' }, { name: 'x' })] }))
      expect(await push(...others)).toEqual(sent.map((each) => ({ id: each.id, ...refused('DUPLICATE') })))
    })

    it('PUSH4 that repeat a create are applied at its number; with other values they are rejected', async () => {
      const { push, home, row, id } = await setupProject()
      const again = change(create('projects', home.fields, id))
      const other = change(create('projects', { ...home.fields, name: 'Quay' }, id))
      expect(await push(again, other)).toEqual([
        { id: again.id, ...applied(1) },
        { id: other.id, ...refused('DUPLICATE') },
      ])
      expect((await row())![2]).toBe(1)
    })

    it('PUSH5 NUM3 are atomic, and rejected ones take no number', async () => {
      const { judge, page } = await setupFirm()
      const half = change(project(), project({ type: 'CASTLE' }))
      expect(await judge(half)).toEqual({ id: half.id, ...wrong('type') })
      expect((await page()).rows).toEqual([])
      expect(await judge(change(project()))).toMatchObject(applied(1))
    })

    it('PUSH6 with unknown fields, the server’s fields or invalid values are rejected with an error for each', async () => {
      const { push, id } = await setupProject()
      const bad = [
        change(project({ castle: true, raisedAmount: '5', name: '' })),
        change(update('projects', id, { raisedAmount: '5' }, { raisedAmount: '0.00' })),
        change(update('projects', id, { targetAmount: 'much' }, { targetAmount: '100.00' })),
      ]
      expect(await push(...bad)).toEqual([
        { id: bad[0]!.id, ...wrong('castle', 'raisedAmount', 'name') },
        { id: bad[1]!.id, ...wrong('raisedAmount') },
        { id: bad[2]!.id, ...wrong('targetAmount') },
      ])
    })

    it('PUSH7 of a missing row are NOT_FOUND', async () => {
      const { push } = await setupFirm()
      const sent = [
        change(update('projects', someId(), { name: 'Quay' }, { name: 'Harbour' })),
        change(remove('projects', someId())),
        change(restore('projects', someId())),
      ]
      expect(await push(...sent)).toEqual(sent.map(({ id }) => ({ id, ...refused('NOT_FOUND') })))
    })

    it('PUSH8 that refer to a missing row are invalid, to a deleted one PARENT_GONE', async () => {
      const { push, id, judge } = await setupProject()
      const person = investor()
      await push(change(person))
      const orphan = change(investment(someId(), person.id))
      expect(await judge(orphan)).toEqual({ id: orphan.id, ...wrong('projectId') })
      await push(change(remove('projects', id)))
      const late = change(investment(id, person.id))
      expect(await judge(late)).toEqual({ id: late.id, ...refused('PARENT_GONE') })
    })

    it('PUSH9 that depend on a rejected change of the request are SUPERSEDED', async () => {
      const { push, edit, id } = await setupProject()
      const none = project({ type: 'CASTLE' })
      const person = investor()
      const sent = [
        change(none),
        change(update('projects', none.id, { name: 'Quay' }, { name: 'Harbour' })),
        change(person),
        change(investment(none.id, person.id)),
        edit({ name: 'Dock' }, { name: 'Other' }),
        edit({ name: 'Pier' }, { name: 'Dock' }),
        edit({ location: 'Rome' }, { location: 'Lisbon' }),
        change(remove('projects', id, { location: 'Rome' })),
      ]
      const verdicts = await push(...sent)
      expect(verdicts.map(({ verdict, code }) => code ?? verdict)).toEqual([
        'VALIDATION',
        'SUPERSEDED',
        'applied',
        'SUPERSEDED',
        'CONFLICT',
        'SUPERSEDED',
        'applied',
        'applied',
      ])
      expect(verdicts[1]).toEqual({ id: sent[1]!.id, ...refused('SUPERSEDED') })
    })

    it('PUSH13 that depend on a rejected change are rejected unless they have a verdict', async () => {
      const { push, judge } = await setupProject()
      const known = change(project())
      await judge(known)
      const superseded = change(project())
      expect(await push({ ...superseded, superseded: true as const }, { ...known, superseded: true as const })).toEqual(
        [
          { id: superseded.id, ...refused('SUPERSEDED') },
          { id: known.id, ...applied(2) },
        ],
      )
      expect(await judge(superseded)).toEqual({ id: superseded.id, ...refused('SUPERSEDED') })
    })

    it('GROW9 with an unknown operation or verb, or that depend on one, are deferred', async () => {
      const { push, id, edit } = await setupProject()
      const later = (row: { readonly id: string }) => ({
        id: row.id,
        verdict: 'later',
        number: null,
        mark: null,
        code: 'NEWER',
      })
      const sent = [
        { ...change(project()), ops: [{ op: 'split', entity: 'projects', id }] },
        edit({ name: 'Quay' }, { name: 'Harbour' }),
        change({ op: 'act', entity: 'investors', verb: 'juggle', id: someId(), fields: {} }),
        change(project()),
      ]
      expect(await push(...sent)).toEqual([
        later(sent[0]!),
        later(sent[1]!),
        later(sent[2]!),
        { id: sent[3]!.id, ...applied(2) },
      ])
    })
  })

  describe('acts', () => {
    async function setupInvestors() {
      const setup = await setupFirm()
      const [kept, merged, home] = [investor(), investor({ phone: '+351 21 000' }), project()]
      const held = investment(home.id, merged.id)
      await setup.push(change(kept), change(merged), change(home), change(held))
      const investorOf = async () => (await setup.page()).rows.find(([, id]) => id === held.id)![3]!['investorId']
      return { ...setup, kept, merged, held, investorOf }
    }

    it('PUSH15 PUSH21 SEND14 apply to the current rows under one number, and a restore undoes them', async () => {
      const { judge, page, kept, merged, held, investorOf } = await setupInvestors()
      const { head } = await page()
      const sent = change(merge(kept.id, merged.id))
      expect(await judge(sent)).toEqual({ id: sent.id, ...applied(5) })
      const { rows } = await page(head)
      expect(rows.find(([, id]) => id === merged.id)).toEqual(['investors', merged.id, 5, null])
      expect(rows.find(([, id]) => id === held.id)).toMatchObject(['investments', held.id, 5, {}])
      expect(await investorOf()).toBe(kept.id)
      expect(await judge(change(restore('investors', merged.id)))).toMatchObject(applied(6))
      expect(await investorOf()).toBe(merged.id)
    })

    it('PUSH15 PUSH22 on deleted, missing or invalid rows are rejected', async () => {
      const { push, kept, merged } = await setupInvestors()
      const sent = [
        change(merge(someId(), merged.id)),
        change(merge(kept.id, someId())),
        change(merge(kept.id, kept.id)),
        change(remove('investors', kept.id)),
        change(merge(kept.id, merged.id)),
        change(merge(merged.id, kept.id)),
      ]
      expect(await push(...sent)).toEqual([
        { id: sent[0]!.id, ...refused('NOT_FOUND') },
        { id: sent[1]!.id, ...wrong('from') },
        { id: sent[2]!.id, ...wrong('from') },
        { id: sent[3]!.id, ...applied(5) },
        { id: sent[4]!.id, ...refused('DELETED') },
        { id: sent[5]!.id, ...refused('PARENT_GONE') },
      ])
    })
  })

  describe('concurrent changes', () => {
    it('MERGE1 MERGE4 to different fields are both applied, and the later one is merged', async () => {
      const { push, edit, row } = await setupProject()
      const mine = edit({ location: 'Porto' }, { location: 'Lisbon' }, 1)
      const verdicts = await push(edit({ name: 'Quay' }, { name: 'Harbour' }, 1), mine)
      expect(verdicts.map(({ verdict }) => verdict)).toEqual(['applied', 'merged'])
      expect(verdicts[1]).toEqual({ id: mine.id, verdict: 'merged', number: 3, mark })
      expect((await row())![3]).toMatchObject({ name: 'Quay', location: 'Porto' })
    })

    it('MERGE1 to equal values change nothing and get the number of the row', async () => {
      const { push, judge, edit, row } = await setupProject()
      await push(edit({ name: 'Quay' }, { name: 'Harbour' }))
      const same = edit({ name: 'Quay' }, { name: 'Harbour' })
      expect(await judge(same)).toEqual({ id: same.id, ...applied(2) })
      const seen = edit({ name: 'Quay' }, { name: 'Harbour' }, 1)
      expect(await judge(seen)).toEqual({ id: seen.id, verdict: 'merged', number: 2, mark })
      expect((await row())![2]).toBe(2)
      expect(await judge(change(project()))).toMatchObject(applied(3))
    })

    it('MERGE1 compare amounts by value and store them normalized', async () => {
      const { judge, edit, row } = await setupProject()
      const sent = edit({ targetAmount: '250' }, { targetAmount: '100', currency: 'USD' })
      expect(await judge(sent)).toMatchObject(applied(2))
      expect((await row())![3]).toMatchObject({ targetAmount: '250.00' })
    })

    it('MERGE2 MERGE3 conflict in the same fields, and the rest is applied', async () => {
      const { push, judge, edit, row, id } = await setupProject()
      await push(edit({ name: 'Quay' }, { name: 'Harbour' }))
      const conflict = {
        entity: 'projects',
        id,
        field: 'name',
        base: 'Harbour',
        yours: 'Dock',
        theirs: 'Quay',
        by: text,
        at: time,
      }
      const refusal = { code: 'CONFLICT', message: text, conflicts: [conflict] }
      const whole = edit({ name: 'Dock' }, { name: 'Harbour' })
      expect(await judge(whole)).toEqual({ id: whole.id, verdict: 'conflict', number: null, mark: null, ...refusal })
      const part = edit({ name: 'Dock', location: 'Rome' }, { name: 'Harbour', location: 'Lisbon' })
      expect(await judge(part)).toEqual({ id: part.id, verdict: 'conflict', number: 3, mark, ...refusal })
      expect((await row())![3]).toMatchObject({ name: 'Quay', location: 'Rome' })
    })

    it('MERGE2 MERGE11 report an untouched field of the group that has changed since', async () => {
      const { push, judge, edit } = await setupProject()
      await push(edit({ currency: 'AED' }, { currency: 'USD' }))
      const sent = edit({ targetAmount: '250.00' }, { targetAmount: '100.00', currency: 'USD' })
      expect((await judge(sent)).conflicts).toEqual([
        expect.objectContaining({ field: 'targetAmount', base: '100.00', yours: '250.00', theirs: '100.00' }),
        expect.objectContaining({ field: 'currency', base: 'USD', yours: 'USD', theirs: 'AED' }),
      ])
    })

    it('MERGE3 with several operations are not applied at all after a conflict', async () => {
      const { push, judge, edit, row, id } = await setupProject()
      await push(edit({ name: 'Quay' }, { name: 'Harbour' }))
      const sent = change(
        update('projects', id, { location: 'Rome' }, { location: 'Lisbon' }),
        update('projects', id, { name: 'Dock' }, { name: 'Harbour' }),
      )
      expect(await judge(sent)).toMatchObject({ verdict: 'conflict', number: null, mark: null, code: 'CONFLICT' })
      expect((await row())!.slice(2)).toMatchObject([2, { name: 'Quay', location: 'Lisbon' }])
    })

    it('MERGE6 without base values are rejected', async () => {
      const { judge, edit } = await setupProject()
      const sent = edit({ name: 'Quay', location: 'Rome' }, { name: 'Harbour' })
      expect(await judge(sent)).toEqual({ id: sent.id, ...wrong('location') })
    })

    it('MERGE7 conflict with a delete', async () => {
      const { push, judge, edit, id } = await setupProject()
      await push(change(remove('projects', id)))
      const sent = edit({ name: 'Quay' }, { name: 'Harbour' })
      expect(await judge(sent)).toEqual({
        id: sent.id,
        verdict: 'conflict',
        number: null,
        mark: null,
        code: 'DELETED',
        message: text,
        conflicts: [
          { entity: 'projects', id, field: 'name', base: 'Harbour', yours: 'Quay', theirs: null, by: text, at: time },
        ],
      })
    })

    it('MERGE8 of a fixed field are rejected', async () => {
      const { push, judge, id } = await setupProject()
      const [person, port] = [investor(), project()]
      const held = investment(id, person.id)
      await push(change(person), change(port), change(held))
      const sent = change(update('investments', held.id, { projectId: port.id }, { projectId: id }))
      expect(await judge(sent)).toEqual({ id: sent.id, ...wrong('projectId') })
    })
  })

  describe('deletes and restores', () => {
    it('DEL2 of a row that has changed since conflict and delete nothing', async () => {
      const { push, judge, edit, id, row } = await setupProject()
      await push(edit({ name: 'Quay' }, { name: 'Harbour' }))
      const sent = change(remove('projects', id, { name: 'Harbour', location: 'Lisbon' }))
      expect(await judge(sent)).toEqual({
        id: sent.id,
        verdict: 'conflict',
        number: null,
        mark: null,
        code: 'DELETE_CHANGED',
        message: text,
        conflicts: [
          { entity: 'projects', id, field: 'name', base: 'Harbour', yours: null, theirs: 'Quay', by: text, at: time },
        ],
      })
      expect((await row())![3]).not.toBeNull()
    })

    it('DEL2 of a row that has new children conflict, too', async () => {
      const { push, judge, id } = await setupProject()
      const sheet = create('valuations', { projectId: id, nav: '5.00', valuationDate: '2026-01-31' })
      await push(change(sheet))
      const sent = change(remove('projects', id, { $with: { valuations: [] } }))
      expect(await judge(sent)).toMatchObject({
        verdict: 'conflict',
        code: 'DELETE_CHANGED',
        conflicts: [{ entity: 'projects', id, field: '$with.valuations', base: [], yours: null, theirs: [sheet.id] }],
      })
      expect(await judge(change(remove('projects', id, { $with: { valuations: [sheet.id] } })))).toMatchObject(
        applied(3),
      )
    })

    it('DEL3 DEL8 that are repeated take no number and get the number of the row', async () => {
      const { judge, id } = await setupProject()
      const early = change(restore('projects', id))
      expect(await judge(early)).toEqual({ id: early.id, ...applied(1) })
      expect(await judge(change(remove('projects', id)))).toMatchObject(applied(2))
      const again = change(remove('projects', id))
      expect(await judge(again)).toEqual({ id: again.id, ...applied(2) })
    })

    it('DEL4 of a project with investments are rejected', async () => {
      const { push, judge, id } = await setupProject()
      const person = investor()
      await push(change(person), change(investment(id, person.id)))
      const sent = change(remove('projects', id))
      expect(await judge(sent)).toEqual({ id: sent.id, ...refused('HAS_INVESTMENTS') })
    })

    it('DEL1 DEL7 include what belongs to the row, and restore all of it', async () => {
      const { push, judge, page, id } = await setupProject()
      const sheet = create('valuations', { projectId: id, nav: '5.00', valuationDate: '2026-01-31' })
      await push(change(sheet))
      const { head } = await page()
      await push(change(remove('projects', id)))
      const gone = (await page(head)).rows.map(([entity, rowId, number, fields]) => [entity, rowId, number, fields])
      expect(gone.toSorted(byText)).toEqual([
        ['projects', id, 3, null],
        ['valuations', sheet.id, 3, null],
      ])
      expect(await judge(change(restore('projects', id)))).toMatchObject(applied(4))
      expect((await page()).rows.map(([entity, , number]) => [entity, number]).toSorted(byText)).toEqual([
        ['projects', 4],
        ['valuations', 4],
      ])
    })

    it('DEL6 DEL7 clear optional references, and restore them', async () => {
      const { push, page } = await setupFirm()
      const guide = create('referrals', { name: 'Marek' })
      const guest = investor({ referralId: guide.id })
      await push(change(guide), change(guest))
      const referral = async () => (await page()).rows.find(([, id]) => id === guest.id)![3]!['referralId']
      await push(change(remove('referrals', guide.id)))
      expect(await referral()).toBeNull()
      await push(change(restore('referrals', guide.id)))
      expect(await referral()).toBe(guide.id)
    })

    it('DEL8 of a row with a deleted parent are PARENT_GONE', async () => {
      const { push, judge, id } = await setupProject()
      const sheet = create('valuations', { projectId: id, nav: '5.00', valuationDate: '2026-01-31' })
      await push(change(sheet), change(remove('valuations', sheet.id)), change(remove('projects', id)))
      const sent = change(restore('valuations', sheet.id))
      expect(await judge(sent)).toEqual({ id: sent.id, ...refused('PARENT_GONE') })
    })
  })

  describe('a device', () => {
    const feedAndChanges = (device: ReturnType<typeof deviceOf>, headers: Record<string, string> = {}) =>
      Promise.all([device.feed({ after: '0' }, headers), device.send([change(project())], { headers })])

    it('WHO6 gets the protocol version', async () => {
      for (const { status, headers } of await feedAndChanges(await setupFirm()))
        expect([status, headers.get(protocolHeader)]).toEqual([200, String(protocolVersion)])
    })

    it('WHO1 in another person’s session gets OTHER_PERSON', async () => {
      const { firm, ...device } = await setupFirm()
      for (const { status, headers, body } of await feedAndChanges(device, { 'Holdfast-Person': someId() }))
        expect([status, headers.get(protocolHeader), body]).toEqual([401, '1', { message: text, code: 'OTHER_PERSON' }])
      expect((await device.feed({ after: '0' }, { 'Holdfast-Person': firm.personId })).status).toBe(200)
      expect((await device.page()).rows).toEqual([])
    })

    it('SEND10 WHO6 whose session has ended gets the reason', async () => {
      const { firm, ...device } = await setupFirm()
      await firm.expire()
      for (const { status, headers, body } of await feedAndChanges(device))
        expect([status, headers.get(protocolHeader), body]).toEqual([
          401,
          '1',
          { message: text, code: 'UNAUTHORIZED', reason: 'expired' },
        ])
    })

    it('LIVE5 with an old protocol gets TOO_OLD', async () => {
      const device = await setupFirm()
      for (const { status, body } of await feedAndChanges(device, { [protocolHeader]: '0' }))
        expect([status, body]).toEqual([426, { message: text, code: 'TOO_OLD', min: 1 }])
      for (const { status, body } of await feedAndChanges(device, { [protocolHeader]: String(protocolVersion + 1) }))
        expect([status, body]).toEqual([503, { message: text, code: 'NEWER' }])
      for (const { status } of await feedAndChanges(device, { [protocolHeader]: String(protocolVersion) }))
        expect(status).toBe(200)
    })

    it('SEND3 over the rate limit gets Retry-After', async () => {
      const { firm, send } = await setupFirm()
      const seconds = await firm.exhaustRateLimit()
      const { status, headers, body } = await send([change(project())])
      expect([status, headers.get('retry-after'), body]).toEqual([
        429,
        String(seconds),
        { message: text, code: 'RATE_LIMITED' },
      ])
    })

    it.each(['revoke', 'deactivate'] as const)(
      'HELD2 HELD3 revoked (%s), hands in its changes and gets WIPE for everything else',
      async (lose) => {
        const { firm, feed, send } = await setupFirm()
        const before = change(project())
        await send([before])
        await firm[lose]()
        const changes = [before, change(project()), change(project({ type: 'CASTLE' }))]
        const handedIn = await send(changes)
        expect([handedIn.status, handedIn.headers.get(protocolHeader), handedIn.body]).toEqual([
          403,
          '1',
          { message: text, code: 'HELD', ids: changes.map(({ id }) => id) },
        ])
        for (const { status, body } of [await feed({ after: '0' }), await send([])])
          expect([status, body]).toEqual([403, { message: text, code: 'WIPE' }])
      },
    )

    it('HINT1 gets the number and nothing else', async () => {
      const { firm } = await setupProject()
      expect(await firm.hint()).toBe('{"number":1}')
    })
  })
})
