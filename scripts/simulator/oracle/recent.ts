// FOLD7: activities are on devices for 90 days. While the clocks of device and server disagree about the day, either
// may be right.
const dayMs = 86_400_000
const days = 90

/** Undefined while the clocks disagree. */
export function isRecent(
  key: string,
  row: Readonly<Record<string, unknown>>,
  clocks: readonly number[],
): boolean | undefined {
  if (!key.startsWith('activities ')) return true
  const day = (row['at'] as string).slice(0, 10)
  const isDayRecent = new Set(clocks.map((now) => day >= new Date(now - days * dayMs).toISOString().slice(0, 10)))
  return isDayRecent.size === 1 ? [...isDayRecent][0] : undefined
}
