// All kinds of jobs.
import type { JobsByKind } from './jobs/job.ts'
import { monthlyMetrics } from './dashboard/monthly-metrics.ts'
import { forgetSessions } from './sessions/forget-sessions.ts'
import { purge } from './trash/purge.ts'

export const jobs: JobsByKind = { forgetSessions, monthlyMetrics, purge }
