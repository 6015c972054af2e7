// All kinds of jobs.
import type { JobsByKind } from './jobs/job.ts'
import { purge } from './trash/purge.ts'

export const jobs: JobsByKind = { purge }
