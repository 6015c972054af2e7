// FOLD7: what was done is on devices for 90 days, copied from the specification. Between the two moments at which a
// device and the server think that another day has begun, either may be right.
const dayMs = 86_400_000
const days = 90

/** Whether a row is recent; undefined while the clocks disagree. */
export function isRecent(
  key: string,
  row: Readonly<Record<string, unknown>>,
  clocks: readonly number[],
): boolean | undefined {
  if (!key.startsWith('activities ')) return true
  const day = (row['at'] as string).slice(0, 10)
  const said = new Set(clocks.map((now) => day >= new Date(now - days * dayMs).toISOString().slice(0, 10)))
  return said.size === 1 ? [...said][0] : undefined
}
