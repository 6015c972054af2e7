// Guards what deletes by age. After a leap of the clock nothing is deleted for three days: the clock may be wrong, or the
// server may run on a restored copy, whose devices first get the time of a recovery to report that.
import type { JobKind } from './job.ts'

export const whenSteady = (kind: JobKind): JobKind => ({
  ...kind,
  run: async (deps, job) => (deps.database.clock.isSteady(deps.now()) ? kind.run(deps, job) : undefined),
})
