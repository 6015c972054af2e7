// Pauses jobs for three days after a clock jump: the clock may be wrong, or devices of a restored copy must recover.
import type { JobKind } from './job.ts'

export const pauseAfterClockJump = (kind: JobKind): JobKind => ({
  ...kind,
  run: async (deps, job) => (deps.database.clock.isSteady(deps.now()) ? kind.run(deps, job) : undefined),
})
