// A server stopped, or the firm's lock was busy. Forged notes are only logged.
import type { JobKind } from '#server/jobs/job.ts'
import { auditPending, findUnaudited } from '#server/records/write/directory-actions.ts'

export const auditMissingActions: JobKind = {
  findFirms: findUnaudited,
  async run(deps, { tenantId, kind }) {
    const audited = await auditPending(deps, tenantId, async (note) => {
      deps.log.warn(
        { event: 'forged note', tenantId, note },
        'a note of an act was not written by a server, and is not audited',
      )
      const details = { actor: { kind: 'job', job: kind }, note }
      const event = { action: 'notes.forged', outcome: 'refused', entityType: 'tenants', entityId: tenantId } as const
      await deps.events?.write(tenantId, { ...event, userId: null, details })
    })
    return { hasChanged: audited > 0 }
  },
}
