// The last number of each firm that this node has committed, with its mark: evidence of what the standby lacks that was
// promoted while the node ran.
export interface Checkpoint {
  readonly number: number
  readonly mark: string
  /** When it was committed. */
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
      // Batches may be noted in another order than they were committed.
      const known = last.get(tenantId)
      if (!known || known.number < checkpoint.number || known.at < checkpoint.at) last.set(tenantId, checkpoint)
    },
    of: (tenantId) => last.get(tenantId),
  }
}
