// Pauses jobs for three days after a clock jump: the clock may be wrong, or this may be a restored copy whose devices
// need time to recover.
import type { JobKind } from './job.ts'

export const pauseAfterClockJump = (kind: JobKind): JobKind => ({
  ...kind,
  run: async (deps, job) => (deps.database.clock.isSteady(deps.now()) ? kind.run(deps, job) : undefined),
})
