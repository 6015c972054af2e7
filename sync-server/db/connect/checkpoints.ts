// Those that this node has lately written: a promoted standby may lack some.
import type { Checkpoint } from '#schema/sync/protocol.ts'

export interface Checkpoints {
  note(tenantId: string, checkpoint: Checkpoint): void
  of(tenantId: string): readonly Checkpoint[]
}

/** Twice the time in which a node notices a promotion: until then it may write to the new primary. */
export const checkpointsKeptMs = 30_000

interface Kept {
  readonly since: number
  readonly current: Checkpoint[]
  readonly before: readonly Checkpoint[]
}

export function createCheckpoints(now = () => performance.now()): Checkpoints {
  const byFirm = new Map<string, Kept>()
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
