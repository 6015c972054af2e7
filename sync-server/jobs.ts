// Every kind of job there is.
import type { JobsByKind } from './jobs/job.ts'
import { purge } from './trash/purge.ts'

export const jobs: JobsByKind = { purge }
