// A promoted standby may lack these numbers.
export interface Checkpoint {
  readonly number: number
  readonly mark: string
  readonly at: string
}

export interface Checkpoints {
  note(tenantId: string, checkpoint: Checkpoint): void
  of(tenantId: string): Checkpoint | undefined
}

export function createCheckpoints(): Checkpoints {
  const last = new Map<string, Checkpoint>()
  return {
    note(tenantId, checkpoint) {
      // Batches may be noted out of order.
      const known = last.get(tenantId)
      if (!known || known.number < checkpoint.number || known.at < checkpoint.at) last.set(tenantId, checkpoint)
    },
    of: (tenantId) => last.get(tenantId),
  }
}
