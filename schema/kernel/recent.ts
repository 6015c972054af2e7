// Rows age out without a write.

/** Exactly one of `days` and `months`. */
export interface Recent {
  /** It never decreases. */
  readonly by: string
  /** Days of 24 hours, plus the rest of the first day. */
  readonly days?: number
  /** Including the current one. */
  readonly months?: number
}

const dayMs = 86_400_000

/** The first day that counts as recent, in UTC. */
export function recentSince({ days = 0, months }: Recent, now: Date): string {
  const since = months
    ? Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months + 1, 1)
    : now.getTime() - days * dayMs
  return new Date(since).toISOString().slice(0, 10)
}

/** `since` comes from recentSince. */
export const isAged = (
  { recent }: { readonly recent: Recent | null },
  row: Readonly<Record<string, unknown>>,
  since: string,
): boolean => recent !== null && String(row[recent.by]) < since
