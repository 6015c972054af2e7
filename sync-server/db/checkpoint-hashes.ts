// Numbers alone cannot tell a history from a copy that went on by itself, so every number has a mark: a salted hash
// over the mark before it. One matching mark proves all earlier ones, and no two histories have the same marks. A mark
// also says when its number was taken and by which change, under a seal that only this firm's server can make: of a
// lost history it is the only evidence of what is true.
import { createHmac, hash } from 'node:crypto'
import type { Sql } from 'postgres'
import { takeRandom } from './new-id.ts'

/**
 * Where the parts of a mark end: the link to the mark before, the moment in ms, the word of the change, the seal over
 * all of it.
 */
const [linkEnd, momentEnd, wordEnd, length] = [6, 12, 21, 27]

export interface TakenNumber {
  readonly number: number
  /** By the server's clock, in ms. */
  readonly at: number
  /** The hash of the change that took the number; '' when the server took it for itself. */
  readonly hash: string
}

/**
 * The mark of the next number after the one with the mark `previous`; '' before a firm's first. Within a history,
 * moments never go back.
 */
export function nextCheckpointHash(key: string, previous: string, { number, at, hash: said }: TakenNumber): string {
  const mark = Buffer.alloc(length)
  hash('sha256', Buffer.concat([Buffer.from(previous), takeRandom(16)]), 'buffer').copy(mark, 0, 0, linkEnd)
  mark.writeUIntBE(Math.max(Math.floor(at), momentOf(previous)), linkEnd, momentEnd - linkEnd)
  wordOf(mark, said).copy(mark, momentEnd)
  sealOf(key, number, mark).copy(mark, wordEnd)
  return mark.toString('base64url')
}

export interface CheckpointHashContent {
  /** When the number was taken, in ms. */
  readonly at: number
  /** Whether the change with this hash took the number. */
  readonly isOf: (hash: string) => boolean
}

/** Reads what a mark says about this number; undefined when no server of this firm made the mark. */
export function readCheckpointHash(
  key: string,
  number: number,
  mark: string | undefined,
): CheckpointHashContent | undefined {
  const bytes = Buffer.from(mark ?? '', 'base64url')
  if (bytes.length !== length || !sealOf(key, number, bytes).equals(bytes.subarray(wordEnd))) return undefined
  const isOf = (said: string) => wordOf(bytes, said).equals(bytes.subarray(momentEnd, wordEnd))
  return { at: bytes.readUIntBE(linkEnd, momentEnd - linkEnd), isOf }
}

/** 0 for marks from before moments were in them. */
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

/** $1 is the tenant, $2 the number before the first, $3 the marks. */
export const insertCheckpointHashesSql = `insert into marks (tenant_id, n, mark)
select $1::uuid, $2::bigint + u.at, u.mark from unnest($3::text[]) with ordinality as u(mark, at)`

const perStatement = 20_000

/** Gives a mark to every number that was taken without one, by a migration or by a server older than marks. */
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
      marks.push((mark = nextCheckpointHash(String(counter!['mark_key']), mark, { ...taken, number: ++number })))
    await sql.unsafe(insertCheckpointHashesSql, [tenantId, before, marks])
    await sql`update tenant_numbers set mark = ${mark} where tenant_id = ${tenantId}`
  }
}
