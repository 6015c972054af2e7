// Guards jobs that delete by age, or write what a date makes due. After a leap of the clock they do nothing for three
// days: the clock may be wrong, or the server may run on a restored copy, whose devices first get the time of a recovery
// to report that.
import type { JobKind } from './job.ts'

export const whenSteady = (kind: JobKind): JobKind => ({
  ...kind,
  run: async (deps, job) => (deps.database.clock.isSteady(deps.now()) ? kind.run(deps, job) : undefined),
})
