// A device keeps a row of an entity replicated `recent` while its field `at` lies within this many days.
const recentDays = 90

/** The first day that counts as recent, in UTC. */
export const recentSince = (now: Date): string =>
  new Date(now.getTime() - recentDays * 86_400_000).toISOString().slice(0, 10)
