import { afterAll, expect, it } from 'vitest'
import { createEmptyDatabase } from '#server/test/database.ts'
import { appRole, directoryRole, upkeepRole } from './connect/roles.ts'
import { migrate } from './migrate.ts'
import { withSql } from './postgres/open-sql.ts'

const name = 'owner_without_superuser'
const { ownerUrl, drop } = await createEmptyDatabase()
const url = Object.assign(new URL(ownerUrl), { username: name })
const asSuperuser = (statement: string) => withSql(ownerUrl, (sql) => sql.unsafe(statement))

afterAll(async () => {
  await drop()
  await withSql(Object.assign(new URL(ownerUrl), { pathname: '/postgres' }).href, (sql) =>
    sql.unsafe(`drop role ${name}`),
  )
})

it('an owner without superuser rights migrates at each start, and the error names a right that it lacks', async () => {
  // The same password, so that the roles of the other tests keep theirs.
  await asSuperuser(`create role ${name} login createrole bypassrls password '${decodeURIComponent(url.password)}'`)
  await asSuperuser(`grant ${appRole}, ${upkeepRole}, ${directoryRole} to ${name} with admin option`)
  await asSuperuser(`alter database "${url.pathname.slice(1)}" owner to ${name}`)
  await migrate(url.href)
  await migrate(url.href)
  await asSuperuser(`alter role ${name} nobypassrls`)
  await expect(migrate(url.href)).rejects.toThrow(`alter role ${name} bypassrls`)
})
