// All kinds of jobs.
import type { JobsByKind } from './jobs/job.ts'
import { auditActs } from './audit-logs/audit-acts.ts'
import { commissionRun } from './commissions/daily-run.ts'
import { monthlyMetrics } from './dashboard/monthly-metrics.ts'
import { forgetSessions } from './sessions/forget-sessions.ts'
import { purge } from './trash/purge.ts'
import { forgetVerdicts } from './verdicts/forget-verdicts.ts'

export const jobs: JobsByKind = { auditActs, commissionRun, forgetSessions, forgetVerdicts, monthlyMetrics, purge }
