// The whole app, and a bare HTTP server for the same SQL, in a process of their own.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import postgres from 'postgres'
import { createApp } from '#server/app.ts'
import { createSessions } from '#server/auth/sessions.ts'
import { openHints } from '#server/bus/bus.ts'
import { openDatabase } from '#server/db/connect/database.ts'
import { appRole, roleUrl } from '#server/db/connect/roles.ts'
import { viewerParams } from '#server/records/read/visible-to.ts'
import { staticClient } from '#server/http/client/static-client.ts'
import { demoOf } from '#server/demo/demo.ts'
import { folderStore } from '#server/files/file-store.ts'
import { createLog } from '#server/log.ts'
import { createBackgroundTasks } from '#server/records/background-tasks.ts'
import { createEvents } from '#server/records/audit/events.ts'
import { rules } from '#server/rules.ts'
import { createAuditKeys } from '#server/secrets/audit-keys.ts'
import { createSeals } from '#server/secrets/seal.ts'
import { pageSql } from '#server/sync/page-sql.ts'
import { createStreams } from '#server/sync/stream.ts'
import { watchSessions } from '#server/sync/watch-sessions.ts'
import { noLimits } from '#server/test/no-limits.ts'
import type { Viewer } from '#schema/kernel/viewer.ts'

const [ownerUrl = '', clientFolder = ''] = process.argv.slice(2)
const log = createLog('warn')
const now = () => new Date()
const database = await openDatabase(ownerUrl)
const hints = await openHints(database, (error) => log.warn({ err: error }, 'a hint was not sent'))
const sessions = createSessions(database, now)
const backgroundTasks = createBackgroundTasks((error) => log.error({ err: error }, 'what follows a commit failed'))
const auditKeys = createAuditKeys(() => [{ id: 'bench', bytes: Buffer.alloc(32) }])
const streams = createStreams({ database, hints, sessions })
watchSessions(database, streams, now)
const app = createApp({
  database,
  hints,
  backgroundTasks,
  events: createEvents({ database, auditKeys, backgroundTasks, now }),
  sessions,
  streams,
  seals: createSeals(() => []),
  files: folderStore(join(tmpdir(), 'holdfast-bench')),
  auditKeys,
  now,
  rules,
  log,
  demo: demoOf(false),
  pushKey: '',
  isSecure: false,
  publicUrl: undefined,
  listensOn: 'localhost',
  proxies: 0,
  ...noLimits,
  client: staticClient(clientFolder),
})

const pools = new Map<string, postgres.Sql>()
const poolOf = (tenantId: string) => {
  const pool =
    pools.get(tenantId) ?? postgres(roleUrl(ownerUrl, appRole), { connection: { 'app.tenant_id': tenantId } })
  pools.set(tenantId, pool)
  return pool
}

const bare = createServer((request, response) => {
  const searchParams = new URL(request.url!, 'http://localhost').searchParams
  const viewer = JSON.parse(searchParams.get('viewer')!) as Viewer
  const params = [...viewerParams(viewer), Number(searchParams.get('after')), 0, []]
  void poolOf(viewer.tenantId)
    .unsafe<{ rows: string }[]>(pageSql(viewer, new Date()), params as postgres.ParameterOrJSON<never>[], {
      prepare: true,
    })
    .then(([page]) => response.end(page!.rows))
})

const appServer = serve({ fetch: app.fetch, port: 0, hostname: 'localhost' }, ({ port }) => {
  bare.listen(0, 'localhost', () => process.send!({ port, barePort: (bare.address() as AddressInfo).port }))
})
process.once('disconnect', () => {
  appServer.close()
  process.exit(0)
})
