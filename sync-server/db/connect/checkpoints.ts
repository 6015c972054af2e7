// The checkpoints that this node has written recently: a promoted standby may lack some.
import type { Checkpoint } from '#schema/sync/protocol.ts'
import type { TenantTx } from './tenant-tx.ts'

interface NotedCheckpoint extends Checkpoint {
  /** When its number was assigned, in ms. */
  readonly at: number
}

export interface Checkpoints {
  note(tenantId: string, checkpoint: NotedCheckpoint): void
  of(tenantId: string): readonly NotedCheckpoint[]
}

/** Twice the time in which a node notices a promotion: until then it may write to the new primary. */
const checkpointsKeptMs = 30_000

interface FirmCheckpoints {
  readonly since: number
  readonly current: NotedCheckpoint[]
  readonly before: readonly NotedCheckpoint[]
}

export function createCheckpoints(now = () => performance.now()): Checkpoints {
  const byFirm = new Map<string, FirmCheckpoints>()
  return {
    note(tenantId, checkpoint) {
      const kept = byFirm.get(tenantId)
      if (!kept || now() - kept.since > checkpointsKeptMs)
        byFirm.set(tenantId, { since: now(), current: [checkpoint], before: kept?.current ?? [] })
      else if (kept.current.at(-1)!.mark !== checkpoint.mark) kept.current.push(checkpoint)
    },
    of(tenantId) {
      const { before = [], current = [] } = byFirm.get(tenantId) ?? {}
      return [...before, ...current]
    },
  }
}

export async function foreignCheckpoints<
  Point extends Pick<Checkpoint, 'number'> & { readonly mark?: string | undefined },
>(tx: TenantTx, points: readonly Point[]): Promise<readonly Point[]> {
  const marked = points.filter(({ mark }) => mark !== undefined)
  if (!marked.length) return points
  const rows = await tx.query<Checkpoint>(
    'select n as number, mark from marks where tenant_id = $1 and n = any($2::bigint[])',
    [tx.tenantId, marked.map(({ number }) => number)],
  )
  const chain = new Map(rows.map(({ number, mark }) => [number, mark]))
  return points.filter(({ number, mark }) => mark === undefined || chain.get(number) !== mark)
}
