// A large delete is read and judged before it takes the firm's lock, so that others need not wait for that.
import { describe, expect, it } from 'vitest'
import type { Database } from '#server/db/connect/database.ts'
import { createWorkingSet, rowsPerTurn } from '#server/records/rows/working-set.ts'
import { createApp } from '#server/test/app.ts'
import { change, create, investment, investor, project, remove, restore, update } from '#server/test/changes.ts'
import { as, foldRows } from '#server/test/device.ts'
import { createFirm } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'

const server = await setupServer()
const documentCount = 300

const takesLock = (text: string): boolean => /\bfrom tenant_numbers\b.* for update/s.test(text)

/** Runs `meanwhile` when the first write is about to take the lock, and lists what that write sends from then on. */
function watchLock(meanwhile: () => Promise<unknown>) {
  const underLock: string[] = []
  let isFirst = true
  const database: Database = {
    ...server.database,
    tenant: (tenantId, work) =>
      server.database.tenant(tenantId, (tx) => {
        let isLocked = false
        return work({
          ...tx,
          async query(text, params) {
            if (isFirst && takesLock(text)) {
              isFirst = false
              await meanwhile()
              isLocked = true
            }
            if (isLocked) underLock.push(text)
            return tx.query(text, params)
          },
        })
      }),
  }
  return { database, underLock }
}

async function setupProject() {
  const firm = await createFirm(server)
  const [staff, colleague] = [as(server, firm.admin), as(server, firm.manager)]
  const home = project()
  const documents = Array.from({ length: documentCount }, (_, index) =>
    create('documents', { name: `Report ${index}`, projectId: home.id }),
  )
  await staff.push(change(home), ...documents.map((each) => change(each)))
  const deleteHome = (meanwhile: () => Promise<unknown>, base?: Record<string, unknown>) => {
    const { database, underLock } = watchLock(meanwhile)
    const deps = { ...server, database }
    const deleting = as({ ...deps, app: createApp(deps) }, firm.admin).attempt(remove('projects', home.id, base))
    return deleting.then((verdict) => ({ verdict, underLock }))
  }
  const liveDocuments = async () =>
    [...foldRows((await staff.pull()).rows).keys()].filter((key) => key.startsWith('documents '))
  return { staff, colleague, home, documents, deleteHome, liveDocuments }
}

const readsDocuments = (text: string): boolean => /^select .* from documents t /s.test(text) && !/t\.n > \$2/.test(text)

describe('a delete of a project with hundreds of documents', () => {
  it('reads none of them under the lock, although others write other records', async () => {
    const { colleague, deleteHome, liveDocuments } = await setupProject()
    const { verdict, underLock } = await deleteHome(() => colleague.write(project()))
    expect(verdict).toMatchObject({ verdict: 'applied' })
    expect(underLock.length).toBeGreaterThan(5)
    expect(underLock.filter(readsDocuments)).toEqual([])
    expect(await liveDocuments()).toEqual([])
  })

  it('includes what others wrote to it before the lock', async () => {
    const { staff, colleague, home, documents, deleteHome, liveDocuments } = await setupProject()
    const [{ id }] = documents as [(typeof documents)[0]]
    const late = create('documents', { name: 'Late', projectId: home.id })
    const { verdict } = await deleteHome(() =>
      colleague.write(late, update('documents', id, { name: 'Renamed' }, { name: 'Report 0' })),
    )
    expect(verdict).toMatchObject({ verdict: 'applied' })
    expect(await liveDocuments()).toEqual([])
    await staff.write(restore('projects', home.id))
    const rows = foldRows((await staff.pull()).rows)
    expect(await liveDocuments()).toHaveLength(documentCount + 1)
    expect(rows.get(`documents ${id}`)).toMatchObject({ name: 'Renamed' })
    expect(rows.get(`documents ${late.id}`)).toMatchObject({ name: 'Late' })
  })

  it('conflicts with what others changed before the lock', async () => {
    const { colleague, home, deleteHome, liveDocuments } = await setupProject()
    const rename = update('projects', home.id, { name: 'Quay' }, { name: 'Harbour' })
    const { verdict } = await deleteHome(() => colleague.write(rename), { name: 'Harbour' })
    expect(verdict).toMatchObject({ verdict: 'conflict', code: 'DELETE_CHANGED' })
    expect(await liveDocuments()).toHaveLength(documentCount)
  })

  it('is refused for an investment that somebody made before the lock', async () => {
    const { colleague, home, deleteHome, liveDocuments } = await setupProject()
    const person = investor()
    const { verdict } = await deleteHome(() => colleague.write(person, investment(home.id, person.id)))
    expect(verdict).toMatchObject({ verdict: 'rejected', code: 'HAS_INVESTMENTS' })
    expect(await liveDocuments()).toHaveLength(documentCount)
  })

  it('has no effect once somebody else has deleted the project', async () => {
    const { colleague, home, deleteHome, liveDocuments } = await setupProject()
    let number = 0
    const { verdict } = await deleteHome(async () => (number = await colleague.write(remove('projects', home.id))))
    expect(verdict).toMatchObject({ verdict: 'applied', number })
    expect(await liveDocuments()).toEqual([])
  })
})

it('reads go on while many writes wait for the lock', async () => {
  const firm = await createFirm(server)
  const staff = as(server, firm.admin)
  const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const lock = server.database.upkeep(firm.tenantId, async (tx) => {
    await tx.query('select from tenant_numbers where tenant_id = $1 for update', [tx.tenantId])
    locked.resolve()
    await release.promise
  })
  await locked.promise
  const writes = Array.from({ length: 4 }, () => staff.attempt(project()))
  expect((await staff.get('/api/projects')).status).toBe(200)
  release.resolve()
  await lock
  for (const verdict of await Promise.all(writes)) expect(verdict).toMatchObject({ verdict: 'applied' })
})

it('lets other requests run after a fixed number of rows', async () => {
  const pauses = await server.database.tenant((await createFirm(server)).tenantId, async (tx) => {
    const set = createWorkingSet(tx)
    return Array.from({ length: 4 * rowsPerTurn }, () => set.pause()).filter((each) => each !== undefined).length
  })
  expect(pauses).toBe(4)
})
