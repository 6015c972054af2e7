// Connections to the database as one role, each a client of its own that is thrown away when it breaks. Postgres.js would
// connect it anew under whoever still holds it: the rest of a dead transaction then runs inside somebody else's, or is
// written to a socket that has gone, which ends the process.
import postgres, { type Sql } from 'postgres'
import { createTurns } from './turns.ts'
import { Unavailable } from './unavailable.ts'

/** Statements of one connection; nothing is sent on one that has broken or was given back. */
export interface Line {
  readonly run: <T>(statement: (sql: Sql) => PromiseLike<T>) => Promise<T>
}

export interface Connections {
  readonly borrow: <T>(work: (line: Line) => Promise<T>) => Promise<T>
  /** All or none; `begin` may set what holds for the transaction alone. */
  readonly transaction: <T>(begin: string, work: (line: Line) => Promise<T>) => Promise<T>
  /** Comes back by itself when the connection breaks; `onListening` is called each time, the first time too. */
  readonly listen: (
    channel: string,
    onMessage: (payload: string) => void,
    onListening: () => void,
  ) => Promise<() => Promise<void>>
  readonly close: () => Promise<void>
}

interface Patience {
  /** How long, in ms, somebody waits for a connection to become free. */
  readonly connection: number
  /** How long the database may say nothing: more than it lets a statement take, since then it answers. */
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
  patience: Patience,
): Promise<Connections> {
  // Postgres.js would end each connection after an hour, also between the statements of a transaction, and would say the
  // rest, its commit too, on a new one: as if it had been kept.
  const first = postgres(url, { ...options, max: 1, max_lifetime: null })
  // The types of arrays are asked for by the first connection, for all of them.
  await first`select 1`
  const known = { ...first.options, fetch_types: false } as unknown as typeof options
  await first.end()

  const turns = createTurns(atOnce, patience.connection)
  const idle: Client[] = []

  function open(): Client {
    const onclose = () => void (client.isGone = true)
    const client: Client = { sql: postgres({ ...known, onclose }) as unknown as Sql, isGone: false }
    return client
  }

  /** The one used last, so that few are kept busy rather than all. */
  function take(): Client {
    for (let client = idle.pop(); client; client = idle.pop()) if (!client.isGone) return client
    return open()
  }

  function giveBack(client: Client): void {
    if (client.isGone) void client.sql.end({ timeout: 0 })
    else idle.push(client)
  }

  const borrow: Connections['borrow'] = (work) =>
    turns.take(async () => {
      const client = take()
      let isOver = false
      try {
        return await work({
          async run(statement) {
            if (client.isGone || isOver) throw new Unavailable('The connection to the database has gone')
            const silence = Promise.withResolvers<never>()
            const give = () => silence.reject(new Unavailable('The database does not answer'))
            const timer = setTimeout(give, patience.silence)
            try {
              return await Promise.race([statement(client.sql), silence.promise])
            } catch (error) {
              // What PostgreSQL itself says leaves a connection that can be used; anything else may not.
              if (!(error instanceof postgres.PostgresError)) client.isGone = true
              throw error
            } finally {
              clearTimeout(timer)
            }
          },
        })
      } finally {
        isOver = true
        giveBack(client)
      }
    })

  return {
    borrow,
    transaction: (begin, work) =>
      borrow(async (line) => {
        await line.run((sql) => sql.unsafe(begin))
        let result
        try {
          result = await work(line)
        } catch (error) {
          // A connection that has gone takes its transaction with it.
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
    async close() {
      await turns.close()
      await Promise.all(idle.map(({ sql }) => sql.end({ timeout: 1 })))
    },
  }
}
