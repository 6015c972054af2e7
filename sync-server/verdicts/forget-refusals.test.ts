import { expect, it } from 'vitest'
import { createWorker } from '../jobs/worker.ts'
import { change, project } from '../test/changes.ts'
import { as } from '../test/device.ts'
import { createFirm } from '../test/firm.ts'
import { setupServer } from '../test/server.ts'
import { forgetRefusals } from './forget-refusals.ts'

const server = await setupServer()
const hour = 3_600_000

it('PUSH3 a refusal is remembered for a day; what was accepted is remembered longer', async () => {
  const { admin, tenantId } = await createFirm(server)
  const staff = as(server, admin)
  const [good, bad] = [change(project()), change(project({ type: 'CASTLE' }))]
  await staff.push(good, bad)
  const look = () => createWorker({ ...server, jobs: { forgetRefusals } }).look()
  const remembered = async () =>
    (
      await server.database.tenant(tenantId, (tx) =>
        tx.query<{ id: string }>('select id from verdicts where tenant_id = $1', [tenantId]),
      )
    ).map(({ id }) => id)
  server.clock.advance(23 * hour)
  await look()
  expect((await remembered()).toSorted()).toEqual([good.id, bad.id].toSorted())
  expect(await staff.push(bad), 'the same bytes').toMatchObject([{ verdict: 'rejected', code: 'VALIDATION' }])
  server.clock.advance(2 * hour)
  await look()
  expect(await remembered()).toEqual([good.id])
  expect(await staff.push(good)).toMatchObject([{ verdict: 'applied', number: 1 }])
})
