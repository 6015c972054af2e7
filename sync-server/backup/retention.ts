export interface Retention {
  readonly daily: number
  readonly weekly: number
  readonly monthly: number
}

const dayMs = 86_400_000

/** A backup's name begins with its day: `2026-11-28T03-00-00Z`. */
const dayOf = (name: string): string => name.slice(0, 10)
const monthOf = (name: string): string => name.slice(0, 7)
/** Weeks begin on Monday; 5 January 1970 was one. */
const weekOf = (name: string): string => String(Math.floor((Date.parse(dayOf(name)) / dayMs - 4) / 7))

export function backupsToKeep(names: readonly string[], { daily, weekly, monthly }: Retention): ReadonlySet<string> {
  const newestFirst = names.toSorted().toReversed()
  const keep = new Set(newestFirst.slice(0, 1))
  for (const [count, periodOf] of [
    [daily, dayOf],
    [weekly, weekOf],
    [monthly, monthOf],
  ] as const) {
    const newestOf = new Map<string, string>()
    for (const name of newestFirst) if (!newestOf.has(periodOf(name))) newestOf.set(periodOf(name), name)
    for (const name of [...newestOf.values()].slice(0, count)) keep.add(name)
  }
  return keep
}
