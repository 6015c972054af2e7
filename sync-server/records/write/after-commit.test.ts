import { beforeEach, describe, expect, it } from 'vitest'
import { change, create, investment, investor, project, remove, update } from '#server/test/changes.ts'
import { as } from '#server/test/device.ts'
import { createFirm } from '#server/test/firm.ts'
import { importPath, setupFolder } from '#server/test/importing.ts'
import { setupServer } from '#server/test/server.ts'
import { rules } from '#server/rules.ts'
import type { Database } from '#server/db/connect/database.ts'
import { asPerson } from '#server/records/actor.ts'
import type { PendingNotification, Notify, Written } from '#server/records/rows/entity-rules.ts'
import { writeChanges } from './write.ts'

let notify: Notify
const committed: { readonly by: string; readonly names: (string | null)[][] }[] = []

const notificationsFor = ({ row, before, after }: Written<'projects'>): PendingNotification[] => [
  {
    to: { all: 'STAFF' },
    kind: 'PROJECT_SHOWN',
    subject: { entity: 'projects', id: row.id },
    url: JSON.stringify([before?.name ?? null, after?.name ?? null]),
  },
]

const server = await setupServer({
  rules: { ...rules, projects: { ...rules.projects, notificationsFor } },
  notify: (...given) => notify(...given),
})

beforeEach(() => {
  committed.length = 0
  notify = async (_, { kind }, notifications) => {
    const ofProjects = notifications.filter(({ subject }) => subject.entity === 'projects')
    if (ofProjects.length) committed.push({ by: kind, names: ofProjects.map(({ url }) => JSON.parse(url)) })
  }
})

const file = setupFolder()('quays.csv', 'Name,Kind\nQuay,REAL_ESTATE\nMole,REAL_ESTATE\n')

async function setupFirm() {
  const firm = await createFirm(server)
  return { ...firm, staff: as(server, firm.admin) }
}

describe('the notification after a commit', () => {
  it('covers every row that one transaction wrote, before and after', async () => {
    const { staff } = await setupFirm()
    const [first, second] = [project(), project({ name: 'Quay' })]
    await staff.push(
      change(first),
      change(second),
      change(update('projects', first.id, { name: 'Port' }, { name: 'Harbour' })),
    )
    await staff.push(
      change(update('projects', first.id, { name: 'Pier' }, { name: 'Port' })),
      change(remove('projects', second.id)),
    )
    await staff.write(investor())
    await server.backgroundTasks.settled()
    expect(committed).toEqual([
      {
        by: 'person',
        names: [
          [null, 'Port'],
          [null, 'Quay'],
        ],
      },
      {
        by: 'person',
        names: [
          ['Port', 'Pier'],
          ['Quay', null],
        ],
      },
    ])
  })

  it('also covers rows that the server changed as a consequence', async () => {
    const { staff } = await setupFirm()
    const [home, person] = [project(), investor()]
    await staff.write(home, person)
    await staff.write(investment(home.id, person.id))
    await server.backgroundTasks.settled()
    expect(committed.at(-1)).toEqual({ by: 'person', names: [['Harbour', 'Harbour']] })
  })

  it('sees the committed rows', async () => {
    const { staff, tenantId } = await setupFirm()
    const seen: unknown[] = []
    notify = async ({ database }) => {
      seen.push(
        await database.tenant(tenantId, (tx) => tx.query('select n from projects where tenant_id = $1', [tenantId])),
      )
    }
    await staff.write(project())
    await server.backgroundTasks.settled()
    expect(seen).toEqual([[{ n: 1 }]])
  })

  it('runs once, however often the transaction is retried, and never for a transaction that failed', async () => {
    const { tenantId, admin } = await setupFirm()
    let commits = 0
    const database: Database = {
      ...server.database,
      tenant: (id, work) =>
        server.database.tenant(id, async (tx) => {
          const result = await work(tx)
          if (++commits < 3) throw Object.assign(new Error('Once more'), { code: '40001' })
          if (commits > 3) throw new Error('The power went')
          return result
        }),
    }
    const viewer = { tenantId, userId: admin.userId, role: 'ADMIN' as const, investorIds: [] }
    const write = () => {
      const { id, ops } = change(project())
      return writeChanges({ ...server, database }, asPerson(viewer), [{ id, hash: '', unknownFields: 'refuse', ops }])
    }
    expect(await write()).toMatchObject([{ verdict: 'applied' }])
    await expect(write()).rejects.toThrow('The power went')
    await server.backgroundTasks.settled()
    expect([commits, committed.length]).toEqual([4, 1])
  })

  it('does not run for a change that was refused, changed nothing, was sent again or was only a dry run', async () => {
    const { staff, manager } = await setupFirm()
    const made = change(project())
    await staff.push(made)
    await server.backgroundTasks.settled()
    committed.length = 0
    await staff.push(
      made,
      change(project({ type: 'CASTLE' })),
      change(update('projects', made.ops[0]!.id, { name: 'Harbour' }, { name: 'Harbour' })),
    )
    const trial = await importPath(server, manager, 'projects', { columns: { Name: 'name', Kind: 'type' } }, file, true)
    expect(trial).toMatchObject({ created: 2 })
    await server.backgroundTasks.settled()
    expect(committed).toEqual([])
  })

  it('does not run for an attempt that the database rolled back, only for the retries', async () => {
    const { staff } = await setupFirm()
    const rate = { fromCurrency: 'USD', toCurrency: 'AED', rate: '3.67', date: '2026-03-01' }
    const [fine, taken] = [create('exchangeRates', rate), create('exchangeRates', rate)]
    const verdicts = await staff.push(change(project(), fine), change(project({ name: 'Quay' }), taken))
    expect(verdicts.map(({ verdict }) => verdict)).toEqual(['applied', 'rejected'])
    await server.backgroundTasks.settled()
    expect(committed).toEqual([{ by: 'person', names: [[null, 'Harbour']] }])
  })

  it('runs for an import, whose actor is the import', async () => {
    const { manager } = await setupFirm()
    await importPath(server, manager, 'projects', { columns: { Name: 'name', Kind: 'type' } }, file)
    await server.backgroundTasks.settled()
    expect(committed).toEqual([
      {
        by: 'import',
        names: [
          [null, 'Quay'],
          [null, 'Mole'],
        ],
      },
    ])
  })

  it('is logged when it fails, and undoes nothing', async () => {
    const { staff } = await setupFirm()
    notify = async () => {
      throw new Error('No mail today')
    }
    const home = project()
    expect(await staff.attempt(home)).toMatchObject({ verdict: 'applied', number: 1 })
    await server.backgroundTasks.settled()
    expect(server.unexpectedErrors.splice(0)).toEqual(['Error: No mail today'])
    expect((await staff.get(`/api/projects/${home.id}`)).status).toBe(200)
  })

  it('delays no request when it takes long', async () => {
    const { staff } = await setupFirm()
    const finish = Promise.withResolvers<void>()
    notify = () => finish.promise
    expect(await staff.attempt(project())).toMatchObject({ verdict: 'applied' })
    let isOver = false
    const over = server.backgroundTasks.settled().then(() => (isOver = true))
    expect(await staff.attempt(project())).toMatchObject({ verdict: 'applied' })
    expect(isOver).toBe(false)
    finish.resolve()
    await over
  })

  it('delays a shutdown only for a limited time when it does not end', async () => {
    const { staff } = await setupFirm()
    const finish = Promise.withResolvers<void>()
    notify = () => finish.promise
    await staff.write(project())
    await server.backgroundTasks.settled(0)
    expect(server.unexpectedErrors.splice(0)).toEqual([
      'Error: 1 tasks after a commit had not ended when the server stopped',
    ])
    finish.resolve()
    await server.backgroundTasks.settled(1_000)
  })
})
