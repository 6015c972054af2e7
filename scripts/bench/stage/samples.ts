export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (samples: readonly number[]): number => percentile(samples, 0.5)

type Alternatives = Readonly<Record<string, () => Promise<number>>>

/** Alternates between the variants, so that noise affects all of them; returns medians. */
export async function interleave<W extends Alternatives>(
  rounds: number,
  alternatives: W,
): Promise<Record<keyof W, number>> {
  const samples: Record<string, number[]> = {}
  for (let round = 0; round < rounds; round++) {
    for (const [name, run] of Object.entries(alternatives)) (samples[name] ??= []).push(await run())
  }
  return Object.fromEntries(Object.entries(samples).map(([name, each]) => [name, median(each)])) as Record<
    keyof W,
    number
  >
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
