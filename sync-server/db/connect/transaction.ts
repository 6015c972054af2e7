import type { Sql } from 'postgres'

export interface Connection {
  readonly run: <T>(statement: (sql: Sql) => PromiseLike<T>) => Promise<T>
}

type Work<T> = (connection: Connection) => Promise<T>

export async function runTransaction<T>(connection: Connection, begin: string, work: Work<T>): Promise<T> {
  await connection.run((sql) => sql.unsafe(begin))
  let result
  try {
    result = await work(connection)
  } catch (error) {
    await rollBack(connection)
    throw error
  }
  await commit(connection)
  return result
}

/**
 * Sends BEGIN together with the first statement, and COMMIT together with the statements that `work` does not await. Only
 * for statements that fail on a connection without `begin`, because Postgres.js sends queued ones on a new connection.
 */
export async function runPipelined<T>(connection: Connection, begin: string, work: Work<T>): Promise<T> {
  /** Finished statements are removed, because results may be large. */
  const sent = new Set<Promise<unknown>>()
  const run: Connection['run'] = (statement) => {
    const sending = connection.run(statement)
    sent.add(sending)
    sending.then(
      () => sent.delete(sending),
      () => {},
    )
    return sending
  }
  const begun = run((sql) => sql.unsafe(begin))
  let result
  try {
    result = await work({ run })
  } catch (error) {
    await rollBack(connection)
    await begun
    throw error
  }
  const committed = commit({ run })
  await allDone([...sent, committed])
  return result
}

/** Throws what failed first: PostgreSQL then refuses the statements that follow. */
export async function allDone(statements: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(statements)).find(({ status }) => status === 'rejected')
  if (failed) throw (failed as PromiseRejectedResult).reason
}

async function commit({ run }: Connection): Promise<void> {
  const { command } = await run((sql) => sql.unsafe('commit'))
  if (command !== 'COMMIT') throw new Error('A statement of this transaction failed, and nobody noticed')
}

/** A lost connection has lost its transaction. */
const rollBack = ({ run }: Connection): Promise<unknown> => run((sql) => sql.unsafe('rollback')).catch(() => {})
