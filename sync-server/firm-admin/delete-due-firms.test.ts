import { expect, it } from 'vitest'
import { createFirm } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'
import { deleteDueFirms } from './delete-due-firms.ts'
import { planDeletion } from './delete-firm.ts'

const server = await setupServer()
const day = 86_400_000

async function setup() {
  const lines: string[] = []
  const note = (level: string) => (about: object) =>
    void lines.push(`${level} ${(about as { readonly tenantId: string }).tenantId}`)
  const log = { info: note('info'), warn: note('warn') }
  const plan = async (days: number): Promise<string> => {
    const { tenantId } = await createFirm(server)
    await planDeletion(server, tenantId, new Date(server.now().getTime() + days * day))
    return tenantId
  }
  const lookAgain = (store = server.files) => deleteDueFirms({ ...server, store, log })
  const isThere = async (id: string) =>
    (await server.database.directory`select from directory.tenants where id = ${id}`).length > 0
  return { lines, plan, lookAgain, isThere }
}

it('deletes firms when their waiting time is over, and no others', async () => {
  const { lines, plan, lookAgain, isThere } = await setup()
  const { tenantId: active } = await createFirm(server)
  const [due, later] = [await plan(30), await plan(31)]
  server.clock.advance(30 * day - 1)
  await lookAgain()
  expect(await isThere(due)).toBe(true)
  server.clock.advance(1)
  await lookAgain()
  expect([await isThere(due), await isThere(later), await isThere(active)]).toEqual([false, true, true])
  expect(lines).toEqual([`info ${due}`])
})

it('goes on with the next firm when one deletion fails, and tries that one again', async () => {
  const { lines, plan, lookAgain, isThere } = await setup()
  const [broken, other] = [await plan(0), await plan(0)]
  const sweep: typeof server.files.sweep = async (tenantId, before) => {
    if (tenantId === broken) throw new Error('The storage is unavailable')
    await server.files.sweep(tenantId, before)
  }
  await lookAgain({ ...server.files, sweep })
  expect([await isThere(broken), await isThere(other)]).toEqual([true, false])
  await lookAgain()
  expect(await isThere(broken)).toBe(false)
  expect(new Set(lines)).toEqual(new Set([`warn ${broken}`, `info ${other}`, `info ${broken}`]))
})

it('deletes nothing for three days after a jump of the clock', async () => {
  const { plan, lookAgain, isThere } = await setup()
  const due = await plan(1)
  server.clock.advance(10 * day)
  await server.database.clock.read()
  server.clock.advance(3 * day - 1)
  await lookAgain()
  expect(await isThere(due)).toBe(true)
  server.clock.advance(1)
  await lookAgain()
  expect(await isThere(due)).toBe(false)
})
