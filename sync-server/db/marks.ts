// Numbers alone do not tell a history from a copy that went on by itself. Every number that is taken has a mark: a salted
// hash over the mark before it, so that one point proves all earlier ones and no two histories give the same. A mark also
// says when its number was taken and by what, under a seal that only this firm's server can make: of a history that is
// lost, it is all that is left to tell what is true from what is made up.
import { createHmac, hash } from 'node:crypto'
import type { Sql } from 'postgres'
import { takeRandom } from './new-id.ts'

/** The bytes of a mark: its link to the one before, the moment in ms, the word of the change, the seal over all of it. */
const [linkEnd, momentEnd, wordEnd, length] = [6, 12, 21, 27]

export interface Taken {
  readonly number: number
  /** By the server's clock, in ms. */
  readonly at: number
  /** Of the change that took it; '' where a server took it for itself. */
  readonly hash: string
}

/** The mark of the number after the one with this mark; '' before a firm's first. Moments never go back in a history. */
export function nextMark(key: string, previous: string, { number, at, hash: said }: Taken): string {
  const mark = Buffer.alloc(length)
  hash('sha256', Buffer.concat([Buffer.from(previous), takeRandom(16)]), 'buffer').copy(mark, 0, 0, linkEnd)
  mark.writeUIntBE(Math.max(Math.floor(at), momentOf(previous)), linkEnd, momentEnd - linkEnd)
  wordOf(mark, said).copy(mark, momentEnd)
  sealOf(key, number, mark).copy(mark, wordEnd)
  return mark.toString('base64url')
}

export interface Sealed {
  /** When the number was taken, in ms. */
  readonly at: number
  /** Whether it was this change that took it. */
  readonly isOf: (hash: string) => boolean
}

/** What a mark of this number says; undefined where no server of this firm has made it. */
export function readMark(key: string, number: number, mark: string | undefined): Sealed | undefined {
  const bytes = Buffer.from(mark ?? '', 'base64url')
  if (bytes.length !== length || !sealOf(key, number, bytes).equals(bytes.subarray(wordEnd))) return undefined
  const isOf = (said: string) => wordOf(bytes, said).equals(bytes.subarray(momentEnd, wordEnd))
  return { at: bytes.readUIntBE(linkEnd, momentEnd - linkEnd), isOf }
}

/** 0 of the marks that said none. */
function momentOf(mark: string): number {
  const bytes = Buffer.from(mark, 'base64url')
  return bytes.length === length ? bytes.readUIntBE(linkEnd, momentEnd - linkEnd) : 0
}

const wordOf = (mark: Buffer, said: string): Buffer =>
  hash('sha256', Buffer.concat([mark.subarray(0, linkEnd), Buffer.from(said)]), 'buffer').subarray(
    0,
    wordEnd - momentEnd,
  )

const sealOf = (key: string, number: number, mark: Buffer): Buffer =>
  createHmac('sha256', key)
    .update(`${number}:`)
    .update(mark.subarray(0, wordEnd))
    .digest()
    .subarray(0, length - wordEnd)

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
  const [counter] = await sql`select n, mark_key from tenant_numbers where tenant_id = ${tenantId} for update`
  const [last] = await sql`select n, mark from marks where tenant_id = ${tenantId} order by n desc limit 1`
  let [number, mark] = [Number(last?.['n'] ?? -1), String(last?.['mark'] ?? '')]
  const taken = { at: Date.now(), hash: '' }
  for (const end = Number(counter?.['n'] ?? -1); number < end;) {
    const before = number
    const marks: string[] = []
    while (number < end && marks.length < perStatement)
      marks.push((mark = nextMark(String(counter!['mark_key']), mark, { ...taken, number: ++number })))
    await sql.unsafe(insertMarksSql, [tenantId, before, marks])
    await sql`update tenant_numbers set mark = ${mark} where tenant_id = ${tenantId}`
  }
}
