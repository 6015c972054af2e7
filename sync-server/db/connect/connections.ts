// Broken connections are discarded: Postgres.js would run the rest of a transaction in another one.
import postgres, { type Sql } from 'postgres'
import { socketOptions } from '#server/db/postgres/connect-socket.ts'
import { createSemaphore, type Load } from './semaphore.ts'
import { type Connection, runPipelined, runTransaction } from './transaction.ts'
import { Unavailable } from './unavailable.ts'

export interface Connections {
  readonly borrow: <T>(work: (connection: Connection) => Promise<T>) => Promise<T>
  /** Closed afterwards, for session locks. */
  readonly dedicated: <T>(work: (connection: Connection) => Promise<T>) => Promise<T>
  readonly transaction: <T>(begin: string, work: (connection: Connection) => Promise<T>) => Promise<T>
  readonly pipelined: Connections['transaction']
  /** Calls `onListening` on each connect. */
  readonly listen: (
    channel: string,
    onMessage: (payload: string) => void,
    onListening: () => void,
  ) => Promise<() => Promise<void>>
  readonly load: () => Load
  readonly close: () => Promise<void>
}

export type TraceStatement = <T>(run: () => PromiseLike<T>) => PromiseLike<T>

interface Timeouts {
  readonly connection: number
  /** Longer than PostgreSQL's own statement timeout. */
  readonly silence: number
}

interface Client {
  readonly sql: Sql
  isGone: boolean
}

export async function openConnections(
  url: string,
  options: postgres.Options<Record<string, postgres.PostgresType>>,
  concurrency: number,
  timeouts: Timeouts,
  trace: TraceStatement = (run) => run(),
): Promise<Connections> {
  // Postgres.js would replace connections hourly, even within a transaction.
  const first = postgres(url, { ...options, ...socketOptions, max: 1, max_lifetime: null })
  // The first connection fetches array types for all.
  await first`select 1`
  // The driver accepts its parsed options, but declares them with other types.
  const driverOptions = { ...first.options, fetch_types: false } as unknown as typeof options
  await first.end()

  const semaphore = createSemaphore(concurrency, timeouts.connection)
  const idle: Client[] = []
  const dedicatedClients = new Set<Client>()

  function open(): Client {
    const onclose = () => void (client.isGone = true)
    const client: Client = { sql: postgres({ ...driverOptions, onclose }), isGone: false }
    return client
  }

  /** Last used first, so that few connections stay busy. */
  function acquire(): Client {
    for (let client = idle.pop(); client; client = idle.pop()) if (!client.isGone) return client
    return open()
  }

  function release(client: Client): void {
    if (client.isGone) void client.sql.end({ timeout: 0 })
    else idle.push(client)
  }

  async function runOn<T>(client: Client, work: (connection: Connection) => Promise<T>): Promise<T> {
    let isOver = false
    try {
      return await work({
        async run(statement) {
          if (client.isGone || isOver) throw new Unavailable('The connection to the database has gone')
          const silence = Promise.withResolvers<never>()
          const rejectSilent = () => silence.reject(new Unavailable('The database does not answer'))
          const timer = setTimeout(rejectSilent, timeouts.silence)
          try {
            return await Promise.race([trace(() => statement(client.sql)), silence.promise])
          } catch (error) {
            // Only PostgreSQL's own errors leave the connection usable.
            if (!(error instanceof postgres.PostgresError)) client.isGone = true
            throw error
          } finally {
            clearTimeout(timer)
          }
        },
      })
    } finally {
      isOver = true
    }
  }

  const borrow: Connections['borrow'] = (work) =>
    semaphore.run(async () => {
      const client = acquire()
      try {
        return await runOn(client, work)
      } finally {
        release(client)
      }
    })

  const dedicated: Connections['dedicated'] = async (work) => {
    const client = open()
    dedicatedClients.add(client)
    try {
      return await runOn(client, work)
    } finally {
      dedicatedClients.delete(client)
      await client.sql.end({ timeout: 1 })
    }
  }

  return {
    borrow,
    dedicated,
    transaction: (begin, work) => borrow((connection) => runTransaction(connection, begin, work)),
    pipelined: (begin, work) => borrow((connection) => runPipelined(connection, begin, work)),
    async listen(channel, onMessage, onListening) {
      const client = postgres({ ...driverOptions, max: 1 })
      await client.listen(channel, onMessage, onListening)
      return () => client.end({ timeout: 1 })
    },
    load: () => semaphore.load(),
    async close() {
      await semaphore.close()
      await Promise.all([...idle, ...dedicatedClients].map(({ sql }) => sql.end({ timeout: 1 })))
    },
  }
}
