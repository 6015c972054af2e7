import postgres, { type Sql } from 'postgres'
import { socketOptions } from './connect-socket.ts'

/** Without the pool's limits. */
export const openSql = (url: string): Sql => postgres(url, { max: 1, onnotice: () => {}, ...socketOptions })

export async function withSql<T>(url: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = openSql(url)
  try {
    return await work(sql)
  } finally {
    await sql.end()
  }
}
