// Audits what was changed outside of the tenants when a server stopped before it could, or the firm's lock was not free.
import type { JobKind } from '../jobs/job.ts'
import { auditNoted } from '../records/directory-acts.ts'

export const auditActs: JobKind = {
  everyMs: 10 * 60_000,
  run: (deps, { tenantId }) => auditNoted(deps, tenantId),
}
