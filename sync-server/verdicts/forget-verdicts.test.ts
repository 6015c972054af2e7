import { expect, it } from 'vitest'
import { createWorker } from '#server/jobs/worker.ts'
import { change, project, update } from '#server/test/changes.ts'
import { as } from '#server/test/device.ts'
import { createFirm } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'
import { forgetVerdicts } from './forget-verdicts.ts'

const server = await setupServer()
const hour = 3_600_000

it('PUSH3 PUSH16 a refusal is kept for a day, an accepted verdict for 180, and then its rows are found', async () => {
  const { admin, tenantId } = await createFirm(server)
  const staff = as(server, admin)
  const [good, bad] = [change(project()), change(project({ type: 'CASTLE' }))]
  const later = change(update('projects', good.ops[0]!.id, { name: 'Quay' }, { name: 'Harbour' }))
  await staff.push(good, later, bad)
  const runJob = () => createWorker({ ...server, jobs: { forgetVerdicts } }).checkAllFirms()
  const remembered = async () =>
    (
      await server.database.tenant(tenantId, (tx) =>
        tx.query<{ id: string }>('select id from verdicts where tenant_id = $1', [tenantId]),
      )
    ).map(({ id }) => id)
  server.clock.advance(23 * hour)
  await runJob()
  expect((await remembered()).toSorted()).toEqual([good.id, later.id, bad.id].toSorted())
  expect(await staff.push(bad), 'the same bytes').toMatchObject([{ verdict: 'rejected', code: 'VALIDATION' }])
  server.clock.advance(6 * hour)
  await runJob()
  expect((await remembered()).toSorted()).toEqual([good.id, later.id].toSorted())
  expect(await staff.push(good)).toMatchObject([{ verdict: 'applied', number: 1 }])
  server.clock.advance(178 * 24 * hour)
  await runJob()
  expect(await remembered()).toHaveLength(2)
  server.clock.advance(24 * hour)
  await runJob()
  expect(await remembered()).toEqual([])
  const back = as(server, { cookie: `holdfast=${await server.sessions.begin({ id: admin.userId, tenantId })}` })
  expect(await back.push(later)).toMatchObject([{ verdict: 'applied', number: 2 }])
  expect((await back.pull()).to).toBe(2)
})
