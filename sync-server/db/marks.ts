// Numbers alone do not tell a history from a copy that went on by itself. Every number that is taken has a mark: a salted
// hash over the mark before it, so that one point proves all earlier ones and no two histories give the same.
import { createHash, randomBytes } from 'node:crypto'
import type { Sql } from 'postgres'

/** The mark of the number after the one with this mark; '' before a firm's first. */
export const nextMark = (previous: string): string =>
  createHash('sha256').update(previous).update(randomBytes(16)).digest('base64url').slice(0, 22)

/** $1 the tenant, $2 the number before the first, $3 their marks. */
export const insertMarksSql = `insert into marks (tenant_id, n, mark)
select $1::uuid, $2::bigint + u.at, u.mark from unnest($3::text[]) with ordinality as u(mark, at)`

const perStatement = 20_000

/** Gives a mark to every number that a migration, or a server older than marks, took without one. */
export async function completeMarks(owner: Sql): Promise<void> {
  const tenants = await owner<{ id: string }[]>`select id from directory.tenants`
  for (const { id } of tenants) await owner.begin((sql) => completeFirm(sql as unknown as Sql, id))
}

async function completeFirm(sql: Sql, tenantId: string): Promise<void> {
  await sql`select set_config('app.tenant_id', ${tenantId}, true)`
  const [counter] = await sql`select n from tenant_numbers where tenant_id = ${tenantId} for update`
  const [last] = await sql`select n, mark from marks where tenant_id = ${tenantId} order by n desc limit 1`
  let [at, mark] = [Number(last?.['n'] ?? -1), String(last?.['mark'] ?? '')]
  for (const end = Number(counter?.['n'] ?? -1); at < end;) {
    const marks = Array.from({ length: Math.min(perStatement, end - at) }, () => (mark = nextMark(mark)))
    await sql.unsafe(insertMarksSql, [tenantId, at, marks])
    await sql`update tenant_numbers set mark = ${mark} where tenant_id = ${tenantId}`
    at += marks.length
  }
}
