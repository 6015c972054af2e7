// An entity that is replicated `recent` reaches devices for as long as its field `at` lies in these days.
export const recentDays = 90

/** The day from which on rows are recent, in UTC. */
export const recentSince = (now: Date): string =>
  new Date(now.getTime() - recentDays * 86_400_000).toISOString().slice(0, 10)
