// Deletions and erasures are killed in the middle of their work. A locked row holds them there.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { openSql } from '#server/db/postgres/open-sql.ts'
import { newId } from '#server/db/new-id.ts'
import { folderStore } from '#server/files/file-store.ts'
import { storedKey } from '#server/files/uploads.ts'
import { investor, project, update } from '#server/test/changes.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { as } from '#server/test/device.ts'
import { rowsPerTable } from '#server/test/fill-tables.ts'
import { createFirm, signUp } from '#server/test/firm.ts'
import { pdf } from '#server/test/sample-files.ts'
import { openServer } from '#server/test/server.ts'
import { createPrograms } from './processes/admin-process.ts'
import { startNode } from './processes/node-process.ts'

const storedFiles = 150

async function setup() {
  const dataDir = mkdtempSync(join(tmpdir(), 'holdfast-firm-kills-'))
  const files = folderStore(join(dataDir, 'files'))
  const { ownerUrl, drop } = await createTestDatabase()
  const server = await openServer(ownerUrl, { files })
  server.clock.set(new Date().toISOString())
  const owner = openSql(ownerUrl)
  onTestFinished(async () => {
    await server.close()
    await owner.end()
    await drop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const programs = createPrograms()
  const settings = {
    DATABASE_URL: ownerUrl,
    DATA_DIR: dataDir,
    SECRET_KEYS: `test:${Buffer.alloc(32).toString('base64')}`,
  }
  const admin = (...args: readonly string[]) => programs.adminWith(settings, ...args)
  const [firm, other] = [await createFirm(server), await createFirm(server)]
  const { tenantId } = firm
  await as(server, firm.admin).write(project())
  await as(server, other.admin).write(project())
  const rows = async (of = tenantId) => JSON.stringify(await rowsPerTable(owner, of))
  const startServer = async () => {
    const { program } = await startNode(ownerUrl, dataDir, settings)
    programs.add(program)
    return program
  }
  return { server, owner, admin, startServer, firm, other, tenantId, files, rows, killAtLockedRow }

  /** Kills the program when it waits for a row that `lockSql` locks. Resolves when PostgreSQL has noticed. */
  async function killAtLockedRow(lockSql: string, start: () => Promise<ChildProcess>): Promise<void> {
    let waiting: number[] = []
    await owner.begin(async (sql) => {
      expect(await sql.unsafe(lockSql, [tenantId])).not.toHaveLength(0)
      const program = await start()
      while (!waiting.length) {
        if (program.exitCode !== null) throw new Error('The program has ended')
        await after(20)
        const found = await sql<{ pid: number }[]>`
          select distinct pid from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`
        waiting = found.map(({ pid }) => pid)
      }
      program.kill('SIGKILL')
      await once(program, 'exit')
    })
    while ((await owner`select from pg_stat_activity where pid = any(${waiting})`).length) await after(20)
  }
}

const lockProjects = 'select from projects where tenant_id = $1 for update'

async function setupDeletion() {
  const deps = await setup()
  const { files, admin, tenantId } = deps
  for (let i = 0; i < storedFiles; i++)
    await files.keep(storedKey(tenantId, { id: newId(), sha256: '0'.repeat(64) }), pdf())
  async function fileCount(): Promise<number> {
    let count = 0
    for await (const _ of files.stored(tenantId)) count++
    return count
  }
  const remove = (...more: readonly string[]) => admin('delete-firm', '--firm', tenantId, ...more)
  expect(await remove('--days', '0').ended).toMatchObject({ code: 0 })
  return { ...deps, fileCount, remove }
}

it('a killed deletion leaves all rows of a suspended firm, and the next one removes them', async () => {
  const { owner, remove, rows, fileCount, killAtLockedRow, other, server, firm, tenantId } = await setupDeletion()
  const [before, others] = [await rows(), await rows(other.tenantId)]
  await owner.begin(async (sql) => {
    await sql.unsafe(lockProjects, [tenantId])
    const first = remove()
    while ((await fileCount()) === storedFiles) await after(1)
    first.program.kill('SIGKILL')
    await first.ended
  })
  expect(await rows()).toBe(before)
  await killAtLockedRow(lockProjects, async () => remove().program)
  expect([await fileCount(), await rows()]).toEqual([0, before])
  expect((await as(server, firm.admin).get('/api/projects')).status).toBe(503)
  expect(await remove().ended).toMatchObject({ code: 0 })
  expect(Object.values(JSON.parse(await rows()) as Record<string, string[]>).flat()).toEqual([])
  expect(await rows(other.tenantId)).toBe(others)
})

it('a node that restarts after a kill finishes a due deletion', async () => {
  const { owner, startServer, rows, fileCount, killAtLockedRow, tenantId } = await setupDeletion()
  await owner`update directory.clock set steady_since = now() - interval '4 days'`
  const before = await rows()
  await killAtLockedRow(lockProjects, startServer)
  expect([await fileCount(), await rows()]).toEqual([0, before])
  await startServer()
  while ((await owner`select from directory.tenants where id = ${tenantId}`).length) await after(20)
  expect(Object.values(JSON.parse(await rows()) as Record<string, string[]>).flat()).toEqual([])
})

it('a killed erasure leaves no table half erased, and the next one finishes it', async () => {
  const { server, admin, firm, tenantId, rows, killAtLockedRow } = await setup()
  const { userId } = await signUp(server, tenantId, 'PORTFOLIO_MANAGER')
  const email = `ines-${tenantId}@secret.example`
  await server.database.directory`update directory.users set email = ${email} where id = ${userId}`
  const ines = investor({ firstName: 'Zephyrine', email })
  await as(server, firm.admin).write(ines)
  await as(server, firm.admin).write(update('investors', ines.id, { notes: 'whispered' }, { notes: null }))
  const erase = () => admin('erase-person', email, '--firm', tenantId)
  /** Sign-ins of this test are not in the other chain. */
  const verify = async () =>
    (await admin('verify-audit', '--firm', tenantId).ended).output
      .split('\n')
      .filter((line) => line.includes(': records,'))
  const tablesWith = async (word: string) =>
    Object.entries(JSON.parse(await rows()) as Record<string, string[]>).flatMap(([table, found]) =>
      found.some((row) => row.includes(word)) ? [table] : [],
    )
  const before = await rows()
  await killAtLockedRow('select from investors where tenant_id = $1 for update', async () => erase().program)
  expect(await rows()).toBe(before)
  await killAtLockedRow('select from directory.users where tenant_id = $1 for update', async () => erase().program)
  expect([await tablesWith(email), await tablesWith('whispered'), await verify()]).toEqual([
    ['directory.users'],
    [],
    [],
  ])
  expect(await erase().ended).toMatchObject({ code: 0 })
  expect([await tablesWith(email), await tablesWith('Zephyrine'), await verify()]).toEqual([[], [], []])
})
