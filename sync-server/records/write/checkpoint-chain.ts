import type { Verdict } from '#schema/sync/protocol.ts'
import type { TenantTx } from '#server/db/connect/database.ts'
import { jsonRows } from '#server/db/tables/given-rows.ts'
import type { Remembered } from './earlier-verdicts.ts'

/** True without a checkpoint; $1 is the tenant. */
export const isInChainSql = (number: string, mark: string): string =>
  `(${number}::bigint is null or exists (select from marks k where k.tenant_id = $1 and k.n = ${number}::bigint and k.mark = ${mark}::text))`

/** `points`: a JSON array of `number` and `mark`. */
export const areInChainSql = (points: string): string =>
  `not exists (select from ${jsonRows(points, 'u', 'number bigint, mark text')}
where not exists (select from marks k where k.tenant_id = $1 and k.n = u.number and k.mark = u.mark))`

async function storedCheckpointHashes(tx: TenantTx, numbers: readonly number[]): Promise<Map<number, string>> {
  if (!numbers.length) return new Map()
  const rows = await tx.query<{ n: number; mark: string }>(
    'select n, mark from marks where tenant_id = $1 and n = any($2::bigint[])',
    [tx.tenantId, [...new Set(numbers)]],
  )
  return new Map(rows.map(({ n, mark }) => [n, mark]))
}

interface DecidedVerdicts {
  readonly tx: TenantTx
  readonly before: number
  readonly results: Verdict[]
  readonly remember: Remembered[]
}

/** `marks` are the batch's own. */
export async function addCheckpointHashes(
  { tx, before, results, remember }: DecidedVerdicts,
  marks: readonly string[],
): Promise<void> {
  const isBare = ({ number, mark }: Verdict) => number !== null && number <= before && mark === undefined
  const earlier = await storedCheckpointHashes(
    tx,
    results.filter(isBare).map(({ number }) => number!),
  )
  const marked = (verdict: Verdict): Verdict => {
    const { number } = verdict
    if (number === null) return { ...verdict, mark: null }
    return { ...verdict, mark: verdict.mark ?? marks[number - before - 1] ?? earlier.get(number) ?? null }
  }
  results.splice(0, Infinity, ...results.map(marked))
  remember.splice(0, Infinity, ...remember.map((each) => ({ ...each, result: marked(each.result) })))
}
