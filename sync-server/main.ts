import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { ServerType } from '@hono/node-server'
import { createApp } from './app.ts'
import { createHeadWriter } from './entities/audit-logs/export-heads.ts'
import { createSessions } from './auth/sessions.ts'
import { openHints } from './bus/bus.ts'
import { type Config, readConfig } from './config.ts'
import { openDatabase } from './db/connect/database.ts'
import { startEmbeddedPostgres } from './db/postgres/embedded.ts'
import { migrate } from './db/migrate.ts'
import { announceNode } from './db/nodes.ts'
import { isUnavailable } from './db/connect/unavailable.ts'
import { demoOf } from './demo/demo.ts'
import { endDemoSessions, mayDemo } from './demo/demo-allowed.ts'
import { watchDemo } from './demo/watch-demo.ts'
import { seedDemo } from './demo/seed.ts'
import { logWelcome } from './demo/welcome.ts'
import { filesFolderOf, openFiles } from './files/open-files.ts'
import { watchDeletions } from './firm-admin/delete-due-firms.ts'
import { serverCloser } from './http/close-server.ts'
import { listen } from './http/listen.ts'
import { gaugeServer } from './monitoring/server-gauges.ts'
import { serveMetrics } from './monitoring/serve-metrics.ts'
import { withStorageErrors } from './monitoring/storage-errors.ts'
import { staticClient } from './http/client/static-client.ts'
import { lastBackupAt, requireKeys, requireStorage } from './installation.ts'
import { createLog } from './log.ts'
import { createMail } from './mail/mail.ts'
import { createSmtpTransport } from './mail/smtp-transport.ts'
import { createBackgroundTasks } from './records/background-tasks.ts'
import { createEvents } from './records/audit/events.ts'
import { endsWithin } from './records/ends-within.ts'
import { jobsOf } from './jobs.ts'
import { createWorker } from './jobs/worker.ts'
import { pushConcurrency } from './entities/notifications/send-push.ts'
import { notifyPeople } from './entities/notifications/notify.ts'
import { createFetch } from './http/public-fetch.ts'
import { tenantOf } from './records/actor.ts'
import type { Notify } from './records/rows/entity-rules.ts'
import { openPushKeys } from './entities/push-subscriptions/push-keys.ts'
import { rules } from './rules.ts'
import { openKeys } from './secrets/keys.ts'
import { createAuditKeys } from './secrets/audit-keys.ts'
import { createSeals } from './secrets/seal.ts'
import { createStreams } from './sync/stream.ts'
import { watchSessions } from './sync/watch-sessions.ts'

const clientFolder = fileURLToPath(new URL('../dist/web', import.meta.url))
/** Grace period for open requests, then for jobs. */
const graceMs = 5_000

export async function main(): Promise<void> {
  const config = readConfig(process.env)
  const starting = start(config)
  let stopping: Promise<void> | undefined
  const forceStop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (stopping) forceStop.abort()
      stopping ??= stop()
    })
  await starting

  async function stop(): Promise<void> {
    // A migration may take longer, and is repeated by the next start.
    if (await endsWithin(starting, graceMs)) await (await starting)(forceStop.signal)
    process.exit(0)
  }
}

async function start(config: Config): Promise<(forceStop: AbortSignal) => Promise<void>> {
  const log = createLog(config.LOG_LEVEL)
  const metrics =
    config.METRICS_PORT === undefined ? undefined : (await import('./monitoring/metrics.ts')).createMetrics()
  const keys = openKeys(config, () => new Date())
  const seals = createSeals(keys)
  const auditKeys = createAuditKeys(keys)
  const embedded = config.DATABASE_URL
    ? undefined
    : await startEmbeddedPostgres({ dataDir: resolve(config.DATA_DIR), report: (message) => log.warn(message) })
  const ownerUrl = config.DATABASE_URL ?? embedded!.url
  await migrate(ownerUrl)
  const traces =
    config.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
      ? undefined
      : (await import('./monitoring/traces.ts')).openTraces(config.OTEL_EXPORTER_OTLP_ENDPOINT, config.TRUST_PROXY > 0)
  const database = await openDatabase(ownerUrl, undefined, undefined, undefined, traces?.traceStatement)
  const { now } = database.clock
  const wrongBy = Math.round((Date.now() - now().getTime()) / 1_000)
  if (Math.abs(wrongBy) > 60)
    log.warn(`The clock of this machine and that of the database differ by ${wrongBy} s; the database's is used`)
  await requireKeys(database, keys())
  const hints = await openHints(database, (error) => log.warn({ err: error }, 'a hint was not sent'))
  const backgroundTasks = createBackgroundTasks((error) => log.error({ err: error }, 'what follows a commit failed'))
  const isDemo = await mayDemo(config, database, (message) => log.warn(message))
  const demo = demoOf(isDemo)
  const writing = { database, hints, backgroundTasks, now, rules, auditKeys, onVerdict: metrics?.onVerdict }
  const storage = await openFiles(config, (message) => log.warn(message))
  const files = metrics ? withStorageErrors(storage, metrics.onStorageError) : storage
  const checkStorage = () =>
    requireStorage(database, files.id).catch((error: unknown) => {
      if (!isUnavailable(error)) throw error
      log.warn({ reason: String(error) }, 'whether this is the storage of the other nodes was not checked')
    })
  await checkStorage()
  if (isDemo) await seedDemo({ ...writing, files })
  else await endDemoSessions(database)
  const notify: Notify = async (deps, actor, notifications) => {
    await notifyPeople(deps, actor, notifications)
    await pushWorker.checkFirm(tenantOf(actor))
  }
  const notifying = { ...writing, notify }
  const pushKeys = openPushKeys(config)
  const sessions = createSessions(database, now)
  const streams = createStreams({ database, hints, sessions })
  const unwatch = watchSessions(database, streams, now)
  const unwatchDeletions = watchDeletions({ database, ownerUrl, store: files, log })
  const unwatchDemo = watchDemo({ config, database, demo, warn: (message) => log.warn(message) })
  const smtp =
    config.SMTP_URL === undefined
      ? undefined
      : createSmtpTransport(config.SMTP_URL, config.MAIL_FROM!, config.requiresMailTls)
  const events = createEvents(writing)
  const onRun = metrics?.onJobRun
  const mail = smtp && createMail({ ...writing, events, seals, smtp, log, onRun })
  mail?.start()
  let isDraining = false
  const app = createApp({
    ...notifying,
    isDraining: () => isDraining,
    events,
    files,
    mail,
    onRequest: metrics?.onRequest,
    traceRequest: traces?.traceRequest,
    onFeedPage: metrics?.onFeedPage,
    operationsPerMinute: { staff: 20_000, investor: 200 },
    requestsPerMinute: 1_200,
    get anonymousRequestsPerMinute() {
      return demo.isOn ? 6_000 : 600
    },
    sessions,
    streams,
    seals,
    pushKey: pushKeys.publicKey,
    log,
    demo,
    mayNarrowRole: config.ROLE_SWITCHER,
    invitationLinks: config.INVITATION_LINKS,
    allowsPrivateProviders: config.allowsPrivateProviders,
    isSecure: config.isSecure,
    publicUrl: config.PUBLIC_URL && new URL(config.PUBLIC_URL).origin,
    listensOn: config.HOST,
    proxies: config.TRUST_PROXY,
    client: staticClient(clientFolder),
  })
  const { sendPush, ...jobs } = jobsOf({
    files,
    writeHead: createHeadWriter(config, log, isDemo),
    push: { keys: pushKeys, seals, fetch: createFetch(true), contact: contactOf(config) },
  })
  const worker = createWorker({ ...notifying, events, jobs, log, onRun })
  const pushWorker = createWorker({
    ...notifying,
    events,
    jobs: { sendPush },
    concurrency: pushConcurrency,
    log,
    onRun,
  })
  worker.start()
  pushWorker.start()
  const server = await listen(app.fetch, config.PORT, config.HOST)
  const closeServer = serverCloser(server, graceMs)
  if (metrics)
    gaugeServer(metrics, { database, streams, lastBackupAt: () => lastBackupAt(database), folders: foldersOf(config) })
  const metricsServer = metrics && (await serveMetrics(metrics, config.METRICS_PORT!, config.METRICS_HOST))
  logWelcome(config, server, isDemo)
  const leave = await announceNode({
    directory: database.directory,
    storage: files.id,
    now,
    node: { id: randomUUID(), name: `${hostname()}:${portOf(server)}`, pushKey: pushKeys.publicKey },
  })
  // move-files may have retired it before this node was listed.
  await checkStorage().catch(async (error: unknown) => {
    await endsWithin(leave(), graceMs)
    throw error
  })

  return async function stop(forceStop) {
    isDraining = true
    // The load balancer notices.
    await wait(config.drainMs, undefined, { signal: forceStop }).catch(() => {})
    unwatch()
    unwatchDemo()
    unwatchDeletions()
    streams.stop()
    await Promise.all([closeServer(), worker.stop(graceMs), pushWorker.stop(graceMs), mail?.stop(graceMs)])
    // Until now its requests may have stored files.
    await endsWithin(leave(), graceMs)
    await endsWithin(events.flush(), graceMs)
    await backgroundTasks.settled(graceMs)
    smtp?.close()
    await hints.close()
    metricsServer?.close().closeAllConnections()
    if (traces) await endsWithin(traces.close(), graceMs)
    await database.close()
    await embedded?.stop()
  }
}

/** Whose free space is measured; a bucket has none. */
const foldersOf = (config: Config): Readonly<Record<string, string>> => ({
  ...(config.S3_BUCKET && !config.STORE_FILES_IN ? {} : { files: filesFolderOf(config) }),
  ...(config.DATABASE_URL ? {} : { database: resolve(config.DATA_DIR) }),
})

const portOf = (server: ServerType): string => {
  const address = server.address()
  return typeof address === 'object' && address ? String(address.port) : String(address)
}

const contactOf = ({ MAIL_FROM, PUBLIC_URL }: Config): string =>
  PUBLIC_URL?.startsWith('https:')
    ? PUBLIC_URL
    : `mailto:${/[^\s<>]+@[^\s<>]+/.exec(MAIL_FROM ?? '')?.[0] ?? 'nobody@localhost'}`

if (import.meta.main) await main()
