// A hash chain: one match proves that two timelines are equal up to there. After a restore, only the sealed part proves
// when and by which change a number was taken.
import { createHmac, hash } from 'node:crypto'
import type { ISql, Sql } from 'postgres'
import { insertGivenSql } from './tables/given-rows.ts'
import { nextRandomBytes } from './new-id.ts'

/** Ends of the parts: link to the previous hash, time in ms, hash of the change, seal. */
const [linkEnd, timeEnd, changeEnd, length] = [6, 12, 21, 27]

export interface TakenNumber {
  readonly number: number
  readonly at: number
  /** '' for the server's own numbers. */
  readonly hash: string
}

/** `previous` is '' before a firm's first number. Times never decrease within a timeline. */
export function nextCheckpointHash(
  key: string,
  previous: string,
  { number, at, hash: changeHash }: TakenNumber,
): string {
  const bytes = Buffer.alloc(length)
  hash('sha256', Buffer.concat([Buffer.from(previous), nextRandomBytes(16)]), 'buffer').copy(bytes, 0, 0, linkEnd)
  bytes.writeUIntBE(Math.max(Math.floor(at), timeIn(previous)), linkEnd, timeEnd - linkEnd)
  changePartOf(bytes, changeHash).copy(bytes, timeEnd)
  signatureOf(key, number, bytes).copy(bytes, changeEnd)
  return bytes.toString('base64url')
}

export interface CheckpointHashContent {
  readonly at: number
  readonly isOf: (hash: string) => boolean
}

export function readCheckpointHash(
  key: string,
  number: number,
  checkpointHash: string | undefined,
): CheckpointHashContent | undefined {
  const bytes = Buffer.from(checkpointHash ?? '', 'base64url')
  if (bytes.length !== length || !signatureOf(key, number, bytes).equals(bytes.subarray(changeEnd))) return undefined
  const isOf = (changeHash: string) => changePartOf(bytes, changeHash).equals(bytes.subarray(timeEnd, changeEnd))
  return { at: bytes.readUIntBE(linkEnd, timeEnd - linkEnd), isOf }
}

/** 0 for old hashes, which contain no time. */
export function timeIn(checkpointHash: string): number {
  const bytes = Buffer.from(checkpointHash, 'base64url')
  return bytes.length === length ? bytes.readUIntBE(linkEnd, timeEnd - linkEnd) : 0
}

const changePartOf = (bytes: Buffer, changeHash: string): Buffer =>
  hash('sha256', Buffer.concat([bytes.subarray(0, linkEnd), Buffer.from(changeHash)]), 'buffer').subarray(
    0,
    changeEnd - timeEnd,
  )

const signatureOf = (key: string, number: number, bytes: Buffer): Buffer =>
  createHmac('sha256', key)
    .update(`${number}:`)
    .update(bytes.subarray(0, changeEnd))
    .digest()
    .subarray(0, length - changeEnd)

/** $1 is the tenant, $2 the number before the first, $3 the marks. */
export const insertCheckpointHashesSql = insertGivenSql(
  'marks',
  'n, mark',
  '$2::bigint + u.at, u.mark',
  'unnest($3::text[]) with ordinality as u(mark, at)',
)

const perStatement = 20_000

/** A migration or an older server may have taken numbers without hashes. */
export async function addMissingCheckpointHashes(owner: Sql): Promise<void> {
  const tenants = await owner<{ id: string }[]>`select id from directory.tenants`
  for (const { id } of tenants) await owner.begin((sql) => addMissingForTenant(sql, id))
}

async function addMissingForTenant(sql: ISql, tenantId: string): Promise<void> {
  await sql`select set_config('app.tenant_id', ${tenantId}, true)`
  const [counter] = await sql`select n, mark_key from tenant_numbers where tenant_id = ${tenantId} for update`
  const [last] = await sql`select n, mark from marks where tenant_id = ${tenantId} order by n desc limit 1`
  let [number, checkpointHash] = [Number(last?.['n'] ?? -1), String(last?.['mark'] ?? '')]
  const takenAt = { at: Date.now(), hash: '' }
  for (const end = Number(counter?.['n'] ?? -1); number < end;) {
    const before = number
    const hashes: string[] = []
    while (number < end && hashes.length < perStatement)
      hashes.push(
        (checkpointHash = nextCheckpointHash(String(counter!['mark_key']), checkpointHash, {
          ...takenAt,
          number: ++number,
        })),
      )
    await sql.unsafe(insertCheckpointHashesSql, [tenantId, before, hashes])
    await sql`update tenant_numbers set mark = ${checkpointHash} where tenant_id = ${tenantId}`
  }
}
