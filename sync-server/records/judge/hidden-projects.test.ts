import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { pathOf } from '#schema/kernel/entity.ts'
import { entityNamed, replicatedEntities } from '#schema/registry.ts'
import type { StoredRow } from '#server/records/rows/stored-row.ts'
import { create, investment, investor, project, remove, restore, update } from '#server/test/changes.ts'
import { as, foldRows } from '#server/test/device.ts'
import { createFirm, link } from '#server/test/firm.ts'
import { sampleFields } from '#schema/test/sample-fields.ts'
import { setupServer } from '#server/test/server.ts'

const server = await setupServer()

const entities = replicatedEntities.filter(
  ({ name, fields, access }) =>
    name !== 'investments' &&
    typeof access.INVESTOR.read !== 'string' &&
    access.INVESTOR.read.some((clause) => clause['investorId']) &&
    Object.values(fields).some(({ storage }) => storage.kind === 'reference' && storage.to === 'projects'),
)

async function setupInvestor() {
  const firm = await createFirm(server)
  const staff = as(server, firm.admin)
  const [home, person] = [project({ isVisibleToInvestors: false }), investor()]
  await staff.write(home, person)
  await link(server, firm.admin, firm.investor, person.id)
  const own = new Map<string, string>()
  const references = (to: string) => ({ projects: home.id, investors: person.id })[to] ?? null
  for (const entity of entities) {
    const op = create(entity.name, sampleFields(entity, { token: 'own', references, userId: firm.investor.userId }))
    await staff.write(op)
    own.set(entity.name, op.id)
  }
  const reader = as(server, firm.investor)
  let seen = await reader.pull()
  let rows = [...seen.rows]
  async function namedIn(): Promise<string[]> {
    seen = await reader.pull(seen)
    rows = [...rows, ...seen.rows]
    const fold = foldRows(rows) as Map<string, StoredRow>
    return [...own].filter(([name, id]) => fold.get(`${name} ${id}`)!['projectId'] === home.id).map(([name]) => name)
  }
  const see = (isVisibleToInvestors: boolean) =>
    staff.write(update('projects', home.id, { isVisibleToInvestors }, { isVisibleToInvestors: !isVisibleToInvestors }))
  return { staff, reader, home: home.id, person: person.id, own, namedIn, see, texts: seen.texts }
}

const all = entities.map(({ name }) => name)

describe('PULL12 a project that was never visible', () => {
  it('is looked for in every entity that could name it', () => {
    expect(all.toSorted()).toEqual(['cashFlows', 'documents'])
  })

  it('leaves no trace for the investor whose rows belong to it, and cannot be filtered by', async () => {
    const { reader, home, own, texts } = await setupInvestor()
    expect(texts.join()).not.toContain(home)
    for (const [name, id] of own) {
      expect(texts.join()).toContain(id)
      const path = `/api/${pathOf(entityNamed(name)!)}`
      const known = server.app.routes.some((route) => route.path === path)
      if (!known) continue
      for (const at of [path, `${path}/${id}`]) expect(await (await reader.get(at)).text()).not.toContain(home)
      expect(await (await reader.get(`${path}?projectId=${home}`)).json()).toEqual([])
    }
  })

  it('is not found by guessing, neither in an upload of the investor’s own nor in the create that made it', async () => {
    const { staff, reader, home, person } = await setupInvestor()
    const fields = { name: 'Plan', investorId: person }
    const upload = create('documents', fields)
    await reader.write(upload)
    await staff.write(update('documents', upload.id, { projectId: home }, { projectId: null }))
    const responsesTo = async (projectId: string) => {
      const guess = { projectId, name: 'Map' }
      const responses = [
        await reader.attempt(update('documents', upload.id, guess, { projectId: null, name: 'Plan' })),
        await reader.attempt(update('documents', upload.id, { projectId }, { projectId })),
        await reader.attempt(create('documents', { ...fields, projectId }, upload.id)),
      ].map(({ verdict, code, conflicts, issues }) => JSON.stringify({ verdict, code, conflicts, issues }))
      const { status } = await reader.patch(`/api/documents/${upload.id}`, { projectId })
      return [...responses, status]
    }
    const wrong = await responsesTo(uuidv7())
    expect(wrong).toEqual([...[0, 1, 2].map(() => expect.stringContaining('rejected') as string), 403])
    expect(await responsesTo(home)).toEqual(wrong)
    await staff.write(investment(home, person))
    expect((await responsesTo(home))[1]).toContain('applied')
  })

  it('PULL19 is named while the investor holds an investment in it, and not afterwards', async () => {
    const { staff, home, person, namedIn } = await setupInvestor()
    const held = investment(home, person)
    expect(await namedIn()).toEqual([])
    await staff.write(held)
    expect((await namedIn()).toSorted()).toEqual(all.toSorted())
    await staff.write(remove('investments', held.id))
    expect(await namedIn()).toEqual([])
    await staff.write(restore('investments', held.id))
    expect((await namedIn()).toSorted()).toEqual(all.toSorted())
  })

  it('is named once it is shown, and no longer once it is hidden', async () => {
    const { namedIn, see } = await setupInvestor()
    await see(true)
    expect((await namedIn()).toSorted()).toEqual(all.toSorted())
    await see(false)
    expect(await namedIn()).toEqual([])
  })
})
