export interface Played<S> {
  readonly recipe: { readonly seed: number; readonly steps: readonly S[] }
  readonly error: unknown
  readonly log: readonly string[]
}

export async function shrink<S>(
  failure: Played<S>,
  fails: (recipe: Played<S>['recipe']) => Promise<Played<S> | undefined>,
  attempts = 80,
): Promise<Played<S>> {
  let shortest = failure
  let attemptsLeft = attempts
  for (let size = Math.ceil(failure.recipe.steps.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let index = 0; index < shortest.recipe.steps.length && attemptsLeft > 0;) {
      const { seed, steps } = shortest.recipe
      const fewer = steps.toSpliced(index, size)
      attemptsLeft--
      const still = await fails({ seed, steps: fewer })
      if (still) shortest = still
      else index += size
    }
  }
  return shortest
}

export function describeFailure({ recipe, error, log }: Played<unknown>): string {
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return [
    `SEED=${recipe.seed} (${recipe.steps.length} steps)`,
    reason,
    ...log.map((line) => `  ${line}`),
    JSON.stringify(recipe),
  ].join('\n')
}
