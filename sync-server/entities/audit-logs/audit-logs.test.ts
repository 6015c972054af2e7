import { describe, expect, it } from 'vitest'
import { readCsv } from '#schema/import/read-csv.ts'
import type { AuditTrailEntry } from '#schema/entities/audit-logs/audit-entry.ts'
import { linkPerson } from '#server/entities/investors/link-person.ts'
import { change, investor, project, remove, update } from '#server/test/changes.ts'
import { as, type Device } from '#server/test/device.ts'
import { createFirm } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'

const server = await setupServer()
const path = '/api/audit-logs'

async function setupFirm() {
  const firm = await createFirm(server)
  return { ...firm, staff: as(server, firm.admin), colleague: as(server, firm.manager) }
}

async function list(device: Device, query = ''): Promise<AuditTrailEntry[]> {
  const response = await device.get(`${path}${query}`)
  expect(response.status).toBe(200)
  return (await response.json()) as AuditTrailEntry[]
}

const bytesAsText = async (response: Response) => Buffer.from(await response.arrayBuffer()).toString('utf8')

const actions = (entries: readonly AuditTrailEntry[]) => entries.map(({ action }) => action)

describe('GET /api/audit-logs', () => {
  it('lists who did what to which record, newest first, with values and times', async () => {
    const { staff, admin, tenantId } = await setupFirm()
    const home = project()
    await staff.write(home)
    server.clock.advance(1_000)
    const edit = change(update('projects', home.id, { name: 'Port' }, { name: 'Harbour' }))
    await staff.push(edit)
    const [latest, first, ...more] = await list(staff)
    expect(more).toEqual([])
    expect(latest).toEqual({
      id: expect.any(String),
      timestamp: '2026-03-15T10:00:01.000Z',
      deviceTime: '2026-03-15T09:59:59.000Z',
      actor: { kind: 'person', userId: admin.userId, name: admin.email, role: 'ADMIN', job: null, file: null },
      action: 'projects.update',
      outcome: 'done',
      entity: 'projects',
      recordId: home.id,
      before: { name: 'Harbour' },
      after: { name: 'Port' },
      details: { changeId: edit.id },
    })
    expect(first).toMatchObject({ action: 'projects.create', before: {}, after: { name: 'Harbour' } })
    expect(JSON.stringify([latest, first])).not.toContain(tenantId)
  })

  it('filters', async () => {
    const { staff, colleague, manager, investor: client, tenantId } = await setupFirm()
    const [home, person] = [project(), investor()]
    await staff.write(home)
    await colleague.write(person)
    server.clock.advance(60_000)
    await linkPerson.run(server, { kind: 'system', tenantId }, person.id, { userId: client.userId })
    await colleague.write(remove('projects', home.id))
    const actionsFor = async (query: string) => actions(await list(staff, `?${query}`))
    expect(await actionsFor(`actor=${manager.userId}`)).toEqual(['projects.delete', 'investors.create'])
    expect((await actionsFor('actor=system')).toSorted()).toEqual(['investorUsers.create', 'investors.link'])
    expect(await actionsFor('actor=job')).toEqual([])
    expect(await actionsFor('entity=projects')).toEqual(['projects.delete', 'projects.create'])
    expect(await actionsFor(`recordId=${person.id}`)).toEqual(['investors.link', 'investors.create'])
    expect(await actionsFor('action=projects.create')).toEqual(['projects.create'])
    expect(await actionsFor('outcome=refused')).toEqual([])
    expect(await actionsFor('outcome=done')).toHaveLength(5)
    expect((await actionsFor('from=2026-03-15T10:01:00.000Z')).toSorted()).toEqual(
      ['investorUsers.create', 'investors.link', 'projects.delete'].toSorted(),
    )
    expect((await actionsFor('to=2026-03-15T10:01:00.000Z')).toSorted()).toEqual([
      'investors.create',
      'projects.create',
    ])
    expect(await actionsFor(`entity=projects&actor=${manager.userId}`), 'all of them together').toEqual([
      'projects.delete',
    ])
  })

  it.each(['actor=robot', 'recordId=7', 'outcome=good', 'from=yesterday', 'to=2026-02-30T00:00:00Z', 'limit=0'])(
    'refuses %s',
    async (query) => {
      const { staff } = await setupFirm()
      expect((await staff.get(`${path}?${query}`)).status).toBe(400)
    },
  )

  it('pages contain each entry once, even with new entries and equal times', async () => {
    const { staff } = await setupFirm()
    for (let i = 0; i < 7; i++) await staff.write(project({ name: `Quay ${i}` }))
    const seen: string[] = []
    let next: string | undefined = `${path}?limit=3&entity=projects`
    for (let part = 0; next; part++) {
      const response = await staff.get(next)
      seen.push(...((await response.json()) as AuditTrailEntry[]).map(({ after }) => String(after?.['name'])))
      next = /^<(.*)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1]
      if (part > 0) continue
      server.clock.advance(1_000)
      await staff.write(project({ name: 'Late' }))
    }
    expect(seen.toSorted()).toEqual(Array.from({ length: 7 }, (_, i) => `Quay ${i}`))
  })
})

describe('GET /api/audit-logs/export', () => {
  async function* piecesOf(text: string) {
    yield text
  }
  const rowsIn = async (text: string): Promise<string[][]> => {
    expect(text.startsWith('\uFEFF')).toBe(true)
    const rows: string[][] = []
    for await (const { cells } of readCsv(piecesOf(text.slice(1)))) rows.push([...cells])
    return rows
  }

  it('exports every entry of the filter, across several reads', async () => {
    const { staff } = await setupFirm()
    const many = Array.from({ length: 1_003 }, (_, i) => change(project({ name: `Quay ${i}` })))
    for (let i = 0; i < many.length; i += 500) await staff.push(...many.slice(i, i + 500))
    await staff.write(investor())
    const response = await staff.get(`${path}/export?entity=projects`)
    expect(response.headers.get('content-type')).toContain('text/csv')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="audit-trail-2026-03-15.csv"')
    const [head, ...rows] = await rowsIn(await bytesAsText(response))
    expect(head!.slice(0, 4)).toEqual(['time', 'deviceTime', 'actor', 'person'])
    const names = rows.map((row) => (JSON.parse(row[head!.indexOf('after')]!) as { name: string }).name)
    expect(new Set(names).size).toBe(1_003)
    expect(rows).toHaveLength(1_003)
  })

  it('escapes names that a spreadsheet would run as formulas', async () => {
    const { staff, admin } = await setupFirm()
    await server.database.directory`
      update directory.users set first_name = '=HYPERLINK("http://x")' where id = ${admin.userId}`
    await staff.write(project({ name: '=1+1' }))
    const [, row] = await rowsIn(await bytesAsText(await staff.get(`${path}/export`)))
    expect(row![3]).toBe(`'=HYPERLINK("http://x")`)
    for (const cell of row!) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
  })
})
