import type { Sql } from '../server/backend.ts'

export interface Verdict {
  readonly id: string
  readonly verdict: 'applied' | 'merged' | 'conflict' | 'rejected'
  readonly number: number | null
  readonly code?: string
  readonly conflicts?: readonly {
    readonly id: string
    readonly field: string
    readonly base: unknown
    readonly theirs: unknown
    readonly yours: unknown
  }[]
}

export interface Entry {
  readonly id: string
  readonly number: number
  readonly userId: string
  readonly action: string
  readonly entityType: string
  readonly entityId: string
  readonly place: number
  readonly keyId: string
  readonly details: {
    readonly changeId: string
    readonly before?: Readonly<Record<string, unknown>>
    readonly after?: Readonly<Record<string, unknown>>
  }
  readonly timestamp: string
  readonly hash: string
  readonly previousHash: string
}

export interface ServerState {
  readonly tenantId: string
  readonly counter: number
  readonly lastHash: string
  readonly verdicts: ReadonlyMap<string, Verdict & { readonly userId: string }>
  readonly checkpointHashes: ReadonlyMap<number, string>
  readonly entries: readonly Entry[]
}

export async function readServerState(sql: Sql, tenantId: string): Promise<ServerState> {
  const [tenant] = await sql<
    { n: string; hash: string }[]
  >`select n, audit_hash as hash from tenant_numbers where tenant_id = ${tenantId}`
  const verdicts = await sql<{ id: string; userId: string; result: Verdict }[]>`
    select id, user_id as "userId", result from verdicts where tenant_id = ${tenantId}`
  const entries = await sql<Entry[]>`
    select id, n::int as number, user_id as "userId", action, entity_type as "entityType", entity_id as "entityId", details,
      to_char(timestamp at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as timestamp, place, key_id as "keyId", hash, previous_hash as "previousHash"
    from audit_logs where tenant_id = ${tenantId}`
  const marks = await sql<{ n: string; mark: string }[]>`select n, mark from marks where tenant_id = ${tenantId}`
  return {
    tenantId,
    checkpointHashes: new Map(marks.map(({ n, mark }) => [Number(n), mark])),
    counter: Number(tenant!.n),
    lastHash: tenant!.hash,
    verdicts: new Map(verdicts.map(({ id, userId, result }) => [id, { ...result, userId }])),
    entries: inOrder(entries),
  }
}

function inOrder(entries: readonly Entry[]): Entry[] {
  const byPrevious = new Map(entries.map((entry) => [entry.previousHash, entry]))
  const ordered: Entry[] = []
  for (let entry = byPrevious.get('0'.repeat(64)); entry; entry = byPrevious.get(entry.hash)) ordered.push(entry)
  return ordered.length === entries.length ? ordered : [...entries]
}
