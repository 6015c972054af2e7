import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type FeedPage, limits, type Operation } from '#schema/sync/protocol.ts'
import { asPerson } from '#server/records/actor.ts'
import { writeChanges } from '#server/records/write/write.ts'
import { byText } from '#server/test/by-text.ts'
import { create, investment, investor, project, remove, update } from '#server/test/changes.ts'
import { as, foldRows, type Pulled } from '#server/test/device.ts'
import { createFirm, link } from '#server/test/firm.ts'
import { createFirm as createRealFirm, openTenant } from '#server/firms/create-firm.ts'
import { setupServer } from '#server/test/server.ts'

const server = await setupServer()

const hide = (id: string) => update('projects', id, { isVisibleToInvestors: false }, { isVisibleToInvestors: true })
const show = (id: string) => update('projects', id, { isVisibleToInvestors: true }, { isVisibleToInvestors: false })
const rowsOf = (pulled: Pulled) => pulled.rows.map(([entity, id, number, fields]) => [entity, id, number, fields && 1])

function setPageBytes(bytes: number): () => void {
  const { bytesPerPage } = limits
  Object.assign(limits, { bytesPerPage: bytes })
  return () => void Object.assign(limits, { bytesPerPage })
}

async function setupInvestor() {
  const firm = await createFirm(server)
  const [staff, reader] = [as(server, firm.admin), as(server, firm.investor)]
  const [own, other] = [investor({ firstName: 'Own' }), investor({ firstName: 'Other' })]
  await staff.write(own, other)
  await link(server, firm.admin, firm.investor, own.id)
  return { ...firm, staff, reader, own: own.id, other: other.id }
}

describe('rows that an investor no longer sees', () => {
  it('PULL11 a project that is hidden comes as null, with its documents and valuations', async () => {
    const { staff, reader } = await setupInvestor()
    const home = project()
    const document = create('documents', { name: 'Fact sheet', type: 'FACT_SHEET', projectId: home.id })
    const value = create('valuations', { projectId: home.id, nav: '10' })
    await staff.write(home, document, value)
    const seen = await reader.pull()
    expect(foldRows(seen.rows).size).toBe(4)
    const number = await staff.write(hide(home.id))
    expect(rowsOf(await reader.pull(seen)).toSorted(byText)).toEqual([
      ['documents', document.id, number, null],
      ['projects', home.id, number, null],
      ['valuations', value.id, number, null],
    ])
  })

  it('PULL11 a row hidden and shown again comes with its fields, one hidden twice is gone', async () => {
    const { staff, reader } = await setupInvestor()
    const home = project()
    await staff.write(home)
    const seen = await reader.pull()
    await staff.write(hide(home.id))
    const hidden = await reader.pull(seen)
    const shown = await staff.write(show(home.id))
    expect(rowsOf(await reader.pull(seen))).toEqual([
      ['projects', home.id, hidden.to, null],
      ['projects', home.id, shown, 1],
    ])
    expect(rowsOf(await reader.pull(hidden))).toEqual([['projects', home.id, shown, 1]])
    await staff.write(hide(home.id))
    expect(foldRows([...seen.rows, ...(await reader.pull(seen)).rows]).has(`projects ${home.id}`)).toBe(false)
    expect((await reader.pull(hidden)).rows).toEqual([])
    expect((await reader.pull()).texts.join()).not.toContain(home.id)
  })

  it('PULL11 PULL18 a project hidden, shown and hidden again is gone, wherever a page ends between these changes', async () => {
    onTestFinished(setPageBytes(1))
    const { staff, reader } = await setupInvestor()
    for (const [first, second] of [
      [0, 0],
      [0, 1],
      [0, 2],
      [1, 0],
      [1, 1],
    ] as const) {
      const home = project()
      await staff.write(home)
      const seen = await reader.pull()
      const rows = [...seen.rows]
      let at: Pick<FeedPage, 'to' | 'epoch' | 'scope'> = seen
      const read = async (pages: number) => {
        for (let page = 0; page < pages; page++) {
          const next = await reader.page(at)
          rows.push(...next.rows)
          at = next
        }
      }
      await staff.write(hide(home.id))
      await read(first)
      await staff.write(show(home.id))
      await read(second)
      await staff.write(hide(home.id))
      rows.push(...(await reader.pull(at)).rows)
      expect(foldRows(seen.rows).has(`projects ${home.id}`)).toBe(true)
      expect(foldRows(rows).has(`projects ${home.id}`), `${first} and ${second} pages`).toBe(false)
    }
  })

  it('PULL11 a row deleted while hidden, or after it was shown again, is gone on devices that had it', async () => {
    const { staff, reader } = await setupInvestor()
    const [one, two] = [project(), project()]
    await staff.write(one, two)
    const seen = await reader.pull()
    await staff.write(hide(one.id), hide(two.id))
    await staff.write(remove('projects', one.id))
    await staff.write(show(two.id))
    await staff.write(remove('projects', two.id))
    expect(foldRows([...seen.rows, ...(await reader.pull(seen)).rows]).size).toBe(1)
    expect(
      foldRows([...seen.rows, ...(await reader.pull(seen)).rows])
        .keys()
        .next().value,
    ).toContain('investors')
  })

  it('PULL1 PULL11 a document that moves from everybody to this investor stays, once', async () => {
    const { staff, reader, own, other } = await setupInvestor()
    const home = project()
    const document = create('documents', { name: 'Plan', type: 'REPORT', projectId: home.id })
    await staff.write(home, document)
    const seen = await reader.pull()
    const mine = await staff.write(update('documents', document.id, { investorId: own }, { investorId: null }))
    expect(rowsOf(await reader.pull(seen))).toEqual([['documents', document.id, mine, 1]])
    const held = await reader.pull(seen)
    const edited = await staff.write(update('documents', document.id, { name: 'New plan' }, { name: 'Plan' }))
    expect(rowsOf(await reader.pull(seen))).toEqual([['documents', document.id, edited, 1]])
    const theirs = await staff.write(update('documents', document.id, { investorId: other }, { investorId: own }))
    expect(rowsOf(await reader.pull(held))).toEqual([['documents', document.id, theirs, null]])
    const again = await staff.write(update('documents', document.id, { investorId: null }, { investorId: other }))
    expect(rowsOf(await reader.pull(seen))).toEqual([
      ['documents', document.id, mine, null],
      ['documents', document.id, again, 1],
    ])
    expect(rowsOf(await reader.pull(held))).toEqual([
      ['documents', document.id, theirs, null],
      ['documents', document.id, again, 1],
    ])
  })
})

describe('a row that an investor could never see', () => {
  it('PULL12 leaves no trace in any byte, not even an id', async () => {
    const { staff, reader, other } = await setupInvestor()
    const hidden = project({ name: 'CANARY project', isVisibleToInvestors: false })
    const document = create('documents', { name: 'CANARY paper', projectId: hidden.id })
    const value = create('valuations', { projectId: hidden.id, nav: '10', notes: 'CANARY note' })
    const home = project()
    const theirs = investment(home.id, other)
    const gone = project({ name: 'CANARY gone', isVisibleToInvestors: false })
    const start = await reader.pull()
    await staff.write(hidden, document, value, home, theirs, gone)
    const between = await reader.pull(start)
    await staff.write(update('projects', hidden.id, { name: 'CANARY renamed' }, { name: 'CANARY project' }))
    await staff.write(remove('projects', gone.id))
    await staff.write(remove('documents', document.id))
    await staff.write(remove('investments', theirs.id))
    const texts = [start, between, await reader.pull(start), await reader.pull(between), await reader.pull()]
      .flatMap((pulled) => pulled.texts)
      .join()
    for (const trace of ['CANARY', hidden.id, document.id, value.id, theirs.id, gone.id, other]) {
      expect(texts).not.toContain(trace)
    }
    expect(texts).toContain(home.id)
  })

  it('PULL12 a row created and deleted between two pulls is not mentioned', async () => {
    const { staff, reader, own } = await setupInvestor()
    const home = project()
    await staff.write(home)
    const seen = await reader.pull()
    const paid = investment(home.id, own)
    await staff.write(paid)
    await staff.write(remove('investments', paid.id))
    expect((await reader.pull(seen)).texts.join()).not.toContain(paid.id)
  })

  it('PULL12 rows deleted or hidden before a link began are not mentioned while the new set is pulled', async () => {
    const { staff, reader, admin, investor: account, other } = await setupInvestor()
    const home = project()
    const [kept, deleted] = [investment(home.id, other), investment(home.id, other)]
    const document = create('documents', { name: 'Contract', investorId: other })
    const early = await staff.write(home, kept, deleted, document)
    await staff.write(remove('investments', deleted.id))
    await staff.write(update('documents', document.id, { investorId: null }, { investorId: other }))
    await link(server, admin, account, other)
    const { epoch, scope } = await reader.pull()
    const rest = await reader.pull({ to: early, epoch, scope })
    expect(rest.texts.join()).not.toContain(deleted.id)
    expect(rest.texts.join()).not.toContain(document.id)
    const number = await staff.write(remove('investments', kept.id))
    expect(rowsOf(await reader.pull(rest))).toContainEqual(['investments', kept.id, number, null])
  })

  it('PULL12 a new person receives nothing about rows that disappeared earlier', async () => {
    const { database, clock } = server
    const tenantId = await openTenant(database)
    const viewer = { tenantId, userId: uuidv7(), role: 'ADMIN' as const, investorIds: [] }
    const write = async (...ops: Operation[]) => {
      const each = { id: uuidv7(), hash: 'x', unknownFields: 'refuse' as const, ops }
      return (await writeChanges(server, asPerson(viewer), [each]))[0]!.number!
    }
    const [hidden, deleted, shown] = [project(), project(), project()]
    const early = await write(hidden, deleted, shown)
    await write(hide(hidden.id))
    await write(remove('projects', deleted.id))
    const id = uuidv7()
    const person = { id, email: `${id}@example.com`, role: 'INVESTOR' as const, firstName: 'New', lastName: 'Comer' }
    await createRealFirm(database, tenantId, `Firm ${tenantId}`, [{ ...person, password: 'long enough' }], clock.now())
    const reader = as(server, { cookie: `holdfast=${await server.sessions.begin({ id, tenantId })}` })
    const { epoch, scope } = await reader.pull()
    const rest = await reader.pull({ to: early, epoch, scope })
    expect(rest.rows).toEqual([])
    expect(rest.texts.join()).not.toContain(hidden.id)
  })
})
