// Connections to the database in one role. Each is a client of its own that is discarded when it breaks: Postgres.js
// would reconnect it under the code that still holds it, and the rest of a dead transaction would run inside another
// one, or write to a closed socket, which ends the process.
import postgres, { type Sql } from 'postgres'
import { createSemaphore, type Load } from './semaphore.ts'
import { Unavailable } from './unavailable.ts'

/** Runs statements on one connection, and none after it has broken or was given back. */
export interface Connection {
  readonly run: <T>(statement: (sql: Sql) => PromiseLike<T>) => Promise<T>
}

export interface Connections {
  readonly borrow: <T>(work: (line: Connection) => Promise<T>) => Promise<T>
  /** Runs the work on a connection of its own, beside the others, and closes it afterwards: locks of a session need one. */
  readonly dedicated: <T>(work: (line: Connection) => Promise<T>) => Promise<T>
  /** Commits everything or nothing; `begin` may set what holds for this transaction only. */
  readonly transaction: <T>(begin: string, work: (line: Connection) => Promise<T>) => Promise<T>
  /** Reconnects by itself when the connection breaks; calls `onListening` each time, including the first. */
  readonly listen: (
    channel: string,
    onMessage: (payload: string) => void,
    onListening: () => void,
  ) => Promise<() => Promise<void>>
  readonly load: () => Load
  readonly close: () => Promise<void>
}

interface Timeouts {
  /** How long a caller waits for a free connection, in ms. */
  readonly connection: number
  /** The longest silence of the database, in ms: longer than its own limit for a statement, after which it answers. */
  readonly silence: number
}

interface Client {
  readonly sql: Sql
  isGone: boolean
}

export async function openConnections(
  url: string,
  options: postgres.Options<Record<string, postgres.PostgresType>>,
  atOnce: number,
  timeouts: Timeouts,
): Promise<Connections> {
  // Postgres.js would end each connection after an hour, even between the statements of a transaction, and send the
  // rest and the commit on a new connection, as if the transaction had been kept.
  const first = postgres(url, { ...options, max: 1, max_lifetime: null })
  // The first connection asks for the types of arrays, on behalf of all.
  await first`select 1`
  const known = { ...first.options, fetch_types: false } as unknown as typeof options
  await first.end()

  const semaphore = createSemaphore(atOnce, timeouts.connection)
  const idle: Client[] = []
  const apart = new Set<Client>()

  function open(): Client {
    const onclose = () => void (client.isGone = true)
    const client: Client = { sql: postgres({ ...known, onclose }) as unknown as Sql, isGone: false }
    return client
  }

  /** Takes the connection used last, so that a few stay busy rather than all. */
  function take(): Client {
    for (let client = idle.pop(); client; client = idle.pop()) if (!client.isGone) return client
    return open()
  }

  function giveBack(client: Client): void {
    if (client.isGone) void client.sql.end({ timeout: 0 })
    else idle.push(client)
  }

  /** Runs statements on the client until the work is done. */
  async function runOn<T>(client: Client, work: (line: Connection) => Promise<T>): Promise<T> {
    let isOver = false
    try {
      return await work({
        async run(statement) {
          if (client.isGone || isOver) throw new Unavailable('The connection to the database has gone')
          const silence = Promise.withResolvers<never>()
          const give = () => silence.reject(new Unavailable('The database does not answer'))
          const timer = setTimeout(give, timeouts.silence)
          try {
            return await Promise.race([statement(client.sql), silence.promise])
          } catch (error) {
            // After an error of PostgreSQL itself the connection is still good; after any other error it may not be.
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
      const client = take()
      try {
        return await runOn(client, work)
      } finally {
        giveBack(client)
      }
    })

  const dedicated: Connections['dedicated'] = async (work) => {
    const client = open()
    apart.add(client)
    try {
      return await runOn(client, work)
    } finally {
      apart.delete(client)
      await client.sql.end({ timeout: 1 })
    }
  }

  return {
    borrow,
    dedicated,
    transaction: (begin, work) =>
      borrow(async (line) => {
        await line.run((sql) => sql.unsafe(begin))
        let result
        try {
          result = await work(line)
        } catch (error) {
          // When the connection is gone, its transaction is gone, too.
          await line.run((sql) => sql.unsafe('rollback')).catch(() => {})
          throw error
        }
        const { command } = await line.run((sql) => sql.unsafe('commit'))
        if (command !== 'COMMIT') throw new Error('A statement of this transaction failed, and nobody noticed')
        return result
      }),
    async listen(channel, onMessage, onListening) {
      const client = postgres({ ...known, max: 1 })
      await client.listen(channel, onMessage, onListening)
      return () => client.end({ timeout: 1 })
    },
    load: () => semaphore.load(),
    async close() {
      await semaphore.close()
      await Promise.all([...idle, ...apart].map(({ sql }) => sql.end({ timeout: 1 })))
    },
  }
}
