import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterAll, afterEach, beforeEach, expect } from 'vitest'
import type { AppDeps } from '#server/app.ts'
import { createSessions } from '#server/auth/sessions.ts'
import { openHints } from '#server/bus/bus.ts'
import { type Database, openDatabase } from '#server/db/connect/database.ts'
import { demoOf } from '#server/demo/demo.ts'
import { folderStore } from '#server/files/file-store.ts'
import { createLog } from '#server/log.ts'
import { createBackgroundTasks } from '#server/records/background-tasks.ts'
import { createEvents } from '#server/records/audit/events.ts'
import { rules } from '#server/rules.ts'
import { createAuditKeys } from '#server/secrets/audit-keys.ts'
import { createSeals } from '#server/secrets/seal.ts'
import { createStreams } from '#server/sync/stream.ts'
import { createApp, readDescription } from './app.ts'
import { createTestDatabase } from './database.ts'
import { noLimits } from './no-limits.ts'

export type TestServer = Awaited<ReturnType<typeof setupServer>>

export const morning = '2026-03-15T10:00:00.000Z'

const testKeys = () => [{ id: 'test', bytes: Buffer.alloc(32) }]
const testSeals = createSeals(testKeys)
export const testAuditKeys = createAuditKeys(testKeys)

const newFolder = () => join(tmpdir(), `holdfast-files-${process.pid}-${randomUUID()}`)

function createClock() {
  let at = new Date(morning)
  return {
    now: () => at,
    set: (to: string) => void (at = new Date(to)),
    advance: (ms: number) => void (at = new Date(at.getTime() + ms)),
  }
}

async function beSteady({ clock, directory }: Database): Promise<void> {
  await directory`update directory.clock set steady_since = 'epoch'`
  await clock.read()
}

export async function openServer(ownerUrl: string, overrides: Partial<AppDeps> = {}) {
  const clock = createClock()
  const database = await openDatabase(ownerUrl, 4, clock.now)
  await beSteady(database)
  const unexpectedErrors: string[] = []
  const hints = await openHints(database, (error) => unexpectedErrors.push(String(error)))
  const stream = new Writable({
    write(chunk, _, done) {
      unexpectedErrors.push(String(chunk))
      done()
    },
  })
  const sessions = createSessions(database, clock.now)
  const folder = newFolder()
  const backgroundTasks = createBackgroundTasks((error) => unexpectedErrors.push(String(error)))
  const deps: AppDeps = {
    database,
    hints,
    sessions,
    streams: createStreams({ database, hints, sessions }),
    seals: testSeals,
    auditKeys: testAuditKeys,
    backgroundTasks,
    events: createEvents({ database, auditKeys: testAuditKeys, backgroundTasks, now: clock.now }),
    files: folderStore(folder),
    now: clock.now,
    rules,
    log: createLog('warn', stream),
    demo: demoOf(true),
    pushKey: 'public',
    isSecure: false,
    publicUrl: undefined,
    listensOn: 'localhost',
    proxies: 0,
    ...noLimits,
    ...overrides,
  }
  await readDescription(deps)
  async function close(): Promise<void> {
    deps.streams.closeAll()
    await deps.backgroundTasks.settled()
    await hints.close()
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { ...deps, app: createApp(deps), clock, ownerUrl, unexpectedErrors, close }
}

export async function setupServer(overrides: Partial<AppDeps> = {}) {
  const { ownerUrl, drop } = await createTestDatabase()
  const server = await openServer(ownerUrl, overrides)
  beforeEach(() => {
    server.clock.set(morning)
    server.unexpectedErrors.length = 0
  })
  afterEach(() => expect(server.unexpectedErrors).toEqual([]))
  afterAll(async () => {
    await server.close()
    await drop()
  })
  return server
}
