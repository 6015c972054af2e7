// Hints reach subscribers immediately; the scheduler delivers them to devices.
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Hono } from 'hono'
import postgres from 'postgres'
import { createApp } from '#server/app.ts'
import { createSessions, type Sessions } from '#server/auth/sessions.ts'
import type { Hints } from '#server/bus/bus.ts'
import type { Hint } from '#server/bus/payload.ts'
import { type Database, openDatabase } from '#server/db/connect/database.ts'
import type { Env } from '#server/http/env.ts'
import { demoOf } from '#server/demo/demo.ts'
import { folderStore } from '#server/files/file-store.ts'
import { createLog } from '#server/log.ts'
import { type BackgroundTasks, createBackgroundTasks } from '#server/records/background-tasks.ts'
import { rules } from '#server/rules.ts'
import { type AuditKeys, createAuditKeys } from '#server/secrets/audit-keys.ts'
import { createSeals } from '#server/secrets/seal.ts'
import { createStreams, type Streams } from '#server/sync/stream.ts'
import { noLimits } from '#server/test/no-limits.ts'
import { settle } from '../turns.ts'

export type Sql = ReturnType<typeof postgres>

export interface Node {
  readonly app: Pick<Hono<Env>, 'request'>
  readonly streams: Streams
}

export interface NodeProgram {
  readonly createApp: typeof createApp
  readonly createStreams: typeof createStreams
  readonly rules: typeof rules
}

export interface Backend {
  app: Node['app']
  readonly database: Database
  readonly sessions: Sessions
  readonly streams: Streams
  readonly hints: Hints
  readonly backgroundTasks: BackgroundTasks
  readonly auditKeys: AuditKeys
  /** The owner's connection, without row-level security: for the oracle. */
  readonly sql: Sql
  /** A history sets its own. */
  now: () => number
  startNode(program: NodeProgram): Node
  /** Resolves when streams have read and tasks after commits are done. */
  waitUntilIdle(): Promise<void>
  readonly unexpectedErrors: string[]
  close(): Promise<void>
}

function createHints(): Hints {
  const listeners = new Map<string, Set<(written: Hint) => void>>()
  return {
    publish(tenantId, written) {
      for (const listener of listeners.get(tenantId) ?? []) listener(written)
    },
    subscribe(tenantId, listener) {
      const set = listeners.get(tenantId) ?? new Set()
      listeners.set(tenantId, set.add(listener))
      return () => void set.delete(listener)
    },
    close: async () => {},
  }
}

export async function openBackend(
  ownerUrl: string,
  through: (database: Database) => Database = (database) => database,
): Promise<Backend> {
  const database = through(await openDatabase(ownerUrl, 6))
  const sql = postgres(ownerUrl, { max: 2, onnotice: () => {} })
  const hints = createHints()
  const unexpectedErrors: string[] = []
  const log = createLog('error', { write: (line: string) => void unexpectedErrors.push(line) })
  const backgroundTasks = createBackgroundTasks((error) => unexpectedErrors.push(String(error)))
  const now = () => new Date(backend.now())
  const sessions = createSessions(database, now)
  const auditKeys = createAuditKeys(() => [{ id: 'known', bytes: Buffer.alloc(32) }])
  const reads = new Set<Promise<unknown>>()
  const counted = async <T>(read: Promise<T>): Promise<T> => {
    reads.add(read)
    try {
      return await read
    } finally {
      reads.delete(read)
    }
  }
  const startNode = (program: NodeProgram): Node => {
    const streams = program.createStreams({
      hints,
      database: { ...database, tenant: (tenantId, work) => counted(database.tenant(tenantId, work)) },
      sessions: { viewerOf: (sid) => counted(sessions.viewerOf(sid)) },
    })
    const app = program.createApp({
      database,
      hints,
      backgroundTasks,
      sessions,
      streams,
      seals: createSeals(() => []),
      auditKeys,
      // Refused devices do not belong to a history.
      events: { write: async () => {}, writeWith: async () => {}, writeLimited: () => {}, flush: async () => {} },
      files: folderStore(join(tmpdir(), 'holdfast-simulator')),
      now,
      rules: program.rules,
      log,
      demo: demoOf(false),
      pushKey: '',
      isSecure: false,
      publicUrl: undefined,
      listensOn: 'localhost',
      proxies: 0,
      ...noLimits,
    })
    return { app, streams }
  }
  const { app, streams } = startNode({ createApp, createStreams, rules })
  const backend: Backend = {
    app,
    database,
    sessions,
    streams,
    hints,
    backgroundTasks,
    auditKeys,
    sql,
    startNode,
    now: Date.now,
    unexpectedErrors,
    async waitUntilIdle() {
      while (reads.size) {
        await Promise.allSettled(reads)
        // What a stream has read may make it read again.
        await settle()
      }
      await backgroundTasks.settled()
    },
    async close() {
      streams.closeAll()
      await Promise.all([database.close(), sql.end()])
    },
  }
  return backend
}
