// Of an entity with a `recent` part, devices keep the rows whose moment lies in this span, which ends now; a row leaves when its
// moment has passed out of it, whether anything was written or not.

/** Exactly one of `days` and `months`. */
export interface Recent {
  /** The field that says of which moment a row is. It never goes back. */
  readonly by: string
  /** So many times 24 hours, and the rest of the first day. */
  readonly days?: number
  /** So many calendar months, the present one among them. */
  readonly months?: number
}

const dayMs = 86_400_000

/** The day from which on rows are recent, in UTC. */
export function recentSince({ days = 0, months }: Recent, now: Date): string {
  const since = months
    ? Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months + 1, 1)
    : now.getTime() - days * dayMs
  return new Date(since).toISOString().slice(0, 10)
}

/** Whether a row of an entity with a recent part has passed out of it; `since` is of recentSince. */
export const isAged = (
  { recent }: { readonly recent: Recent | null },
  row: Readonly<Record<string, unknown>>,
  since: string,
): boolean => recent !== null && String(row[recent.by]) < since
