import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createWorker } from '#server/jobs/worker.ts'
import { project } from '#server/test/changes.ts'
import { asOwner } from '#server/test/database.ts'
import { as } from '#server/test/device.ts'
import { createFirm } from '#server/test/firm.ts'
import { setupServer, testAuditKeys } from '#server/test/server.ts'
import { exportHeads, headsPath, createHeadWriter } from './export-heads.ts'
import { readHeads, verifyTrail } from './verify-trail.ts'

const server = await setupServer()
const day = 86_400_000

it('exports the ends of both chains daily to a private file, which reveals a later cut', async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'holdfast-heads-'))
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true, force: true }))
  const config = { DATA_DIR, AUDIT_HEADS_FILE: undefined }
  const path = headsPath(config)
  const log = { info: vi.fn<() => void>(), debug: vi.fn<() => void>() }
  const { admin, tenantId } = await createFirm(server)
  const staff = as(server, admin)
  await staff.write(project())
  const about = { entityType: 'sessions', entityId: null, userId: null, details: {} }
  await server.events.write(tenantId, { action: 'sessions.revoke', outcome: 'done', ...about })
  const exportAuditHeads = exportHeads(createHeadWriter(config, log, false))
  const runJob = () => createWorker({ ...server, jobs: { exportAuditHeads } }).checkAllFirms()
  await runJob()
  await runJob()
  await staff.write(project())
  server.clock.advance(day)
  await runJob()
  const { heads, wrong } = readHeads(testAuditKeys, readFileSync(path, 'utf8'))
  expect(wrong).toEqual([])
  expect(log.info).toHaveBeenCalledTimes(4)
  expect(heads.map(({ chain, place }) => [chain, place])).toEqual([
    ['records', 1],
    ['events', 1],
    ['records', 2],
    ['events', 1],
  ])
  expect(statSync(path).mode & 0o777).toBe(0o600)
  const found = async () =>
    (await verifyTrail(server.database, testAuditKeys, tenantId, heads)).findings.map(({ problem }) => problem)
  expect(await found()).toEqual([])
  const before = { audit_place: 1, audit_hash: heads[0]!.hash }
  await asOwner(server, async (sql) => {
    await sql`delete from audit_logs where tenant_id = ${tenantId} and place > 1`
    await sql`update tenant_numbers set ${sql(before)} where tenant_id = ${tenantId}`
  })
  expect(await found()).toContain(
    `is missing: the chain was exported on ${heads[2]!.at} up to position 2 and is cut off after position 1`,
  )
  expect(readHeads(testAuditKeys, `x\n${readFileSync(path, 'utf8')}`).wrong).toEqual([1])
})

it('a demo does not print chain ends on its terminal', async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'holdfast-heads-'))
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true, force: true }))
  const log = { info: vi.fn<() => void>(), debug: vi.fn<() => void>() }
  const config = { DATA_DIR, AUDIT_HEADS_FILE: undefined }
  await createHeadWriter(config, log, true)('the end')
  expect(log.info).not.toHaveBeenCalled()
  expect(readFileSync(headsPath(config), 'utf8')).toBe('the end\n')
})
