// The recent part of an entity: devices keep the rows whose moment lies in a span that ends now. A row leaves when its
// moment has passed out of the span, even if nothing was written.

/** Exactly one of `days` and `months`. */
export interface Recent {
  /** The field with the row's moment. It never goes back. */
  readonly by: string
  /** This many times 24 hours, plus the rest of the first day. */
  readonly days?: number
  /** This many calendar months, including the present one. */
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

/** Whether a row has passed out of its entity's recent part; `since` comes from recentSince. */
export const isAged = (
  { recent }: { readonly recent: Recent | null },
  row: Readonly<Record<string, unknown>>,
  since: string,
): boolean => recent !== null && String(row[recent.by]) < since
