// Mails have a worker of their own.
import type { JobsByKind } from './jobs/job.ts'
import { auditMissingActions } from './entities/audit-logs/audit-missing-actions.ts'
import { exportHeads } from './entities/audit-logs/export-heads.ts'
import { commissionRun } from './entities/commissions/daily-run.ts'
import { monthlyMetrics } from './dashboard/monthly-metrics.ts'
import type { FileStore } from './files/file-store.ts'
import { removeFiles } from './files/remove-files.ts'
import { forgetHeldChanges } from './held-changes/forget-held.ts'
import { forgetSessions } from './entities/sessions/forget-sessions.ts'
import { type PushParts, sendPush } from './entities/notifications/send-push.ts'
import { kycExpiry } from './entities/investors/kyc-expiry.ts'
import { purge } from './trash/purge.ts'
import { shareRenewal } from './entities/holding-values/share-renewal.ts'
import { forgetVerdicts } from './verdicts/forget-verdicts.ts'

interface JobParts {
  readonly files: FileStore
  readonly writeHead: (line: string) => Promise<void>
  readonly push: PushParts
}

export const jobsOf = ({ files, writeHead, push }: JobParts) =>
  ({
    auditActs: auditMissingActions,
    commissionRun,
    exportAuditHeads: exportHeads(writeHead),
    forgetHeldChanges,
    forgetSessions,
    forgetVerdicts,
    kycExpiry,
    monthlyMetrics,
    purge,
    /** Jobs of an older build may still be queued. */
    ratioRenewal: { run: shareRenewal.run },
    removeFiles: removeFiles(files),
    sendPush: sendPush(push),
    shareRenewal,
  }) satisfies JobsByKind
