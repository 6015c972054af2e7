import { expect, it } from 'vitest'
import { project } from '#server/test/changes.ts'
import { as } from '#server/test/device.ts'
import { createFirm } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'
import { asOwner } from '#server/test/database.ts'
import { listFirms } from './list-firms.ts'

const server = await setupServer()
const day = 86_400_000

it('lists each firm with its own people, devices, last contact, rows and files', async () => {
  const [here, there] = [await createFirm(server), await createFirm(server)]
  await as(server, there.admin).write(project())
  server.clock.advance(day)
  await as(server, here.admin).write(project(), project())
  const lastContact = server.clock.now().toISOString()
  await server.database.directory`update directory.users set is_active = false where id = ${here.investor.userId}`
  await server.database.directory`
    update directory.sessions set ended_as = 'revoked' where user_id = ${here.manager.userId}`
  await asOwner(server, (sql) =>
    sql.unsafe(
      `insert into files (tenant_id, id, entity, record_id, user_id, file_name, mime_type, size, state, created_at)
select $1, gen_random_uuid(), 'documents', gen_random_uuid(), $2, 'a.pdf', 'application/pdf', 700, s, now()
from unnest(array['STORED', 'ARRIVING']) s`,
      [here.tenantId, here.admin.userId],
    ),
  )
  const listed = await listFirms(server.database)
  const found = (id: string) => listed.find((each) => each.id === id)
  expect(found(here.tenantId)).toMatchObject({ people: 3, activePeople: 2, lastContact, files: 1, fileBytes: 700 })
  expect(found(here.tenantId)!.devices).toMatchObject([{ person: here.admin.email, lastContact }])
  expect(found(there.tenantId)).toMatchObject({ people: 3, activePeople: 3, files: 0, fileBytes: 0 })
  expect(found(there.tenantId)!.devices).toHaveLength(3)
  const [rows, otherRows] = [found(here.tenantId)!.rows, found(there.tenantId)!.rows]
  expect(rows - otherRows).toBeGreaterThan(0)
})
