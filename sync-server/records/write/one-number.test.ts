import { expect, it } from 'vitest'
import { investor, project, update } from '#server/test/changes.ts'
import { as, rowOf } from '#server/test/device.ts'
import { createFirm, link } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'

const server = await setupServer()

it('PULL14 a staff note resends an investor’s row under its new number, with the same values and no activity', async () => {
  const firm = await createFirm(server)
  const [staff, client] = [as(server, firm.admin), as(server, firm.investor)]
  const own = investor()
  await staff.write(project(), own)
  await link(server, firm.admin, firm.investor, own.id)
  const { updatedAt: _, number: before, ...seen } = (await rowOf(client, 'investors', own.id))!
  const from = await client.pull()
  const number = await staff.write(update('investors', own.id, { notes: 'Between us' }, { notes: null }))
  const { rows, activities, texts } = await client.pull(from, true)
  expect(rows.map((row) => row.slice(0, 3))).toEqual([['investors', own.id, number]])
  expect(number).toBeGreaterThan(before as number)
  expect(await rowOf(client, 'investors', own.id)).toMatchObject(seen)
  expect([activities, texts.join().includes('Between us')]).toEqual([[], false])
})
