// Computes all kept ratios of a firm by the rules of this version. A migration queues it once for each firm whose rows
// may have ratios of earlier rules. It changes only ratios that differ, so a second run changes nothing.
import type { TenantTx } from '../db/database.ts'
import type { JobKind } from '../jobs/job.ts'
import { transact } from '../records/transact.ts'
import { renewRatios } from './rules.ts'

const projectsAtOnce = 50

const valuedProjects = (tx: TenantTx, after: string | null) =>
  tx.query<{ id: string }>(
    `select distinct project_id as id from valuations
where tenant_id = $1 and deleted_at is null and ($2::uuid is null or project_id > $2::uuid) order by 1 limit ${projectsAtOnce}`,
    [tx.tenantId, after],
  )

export const ratioRenewal: JobKind = {
  async run(deps, { tenantId, kind, payload }) {
    const { after = null } = payload as { readonly after?: string }
    const renewed = await transact(
      deps,
      { kind: 'job', tenantId, job: kind },
      async (batch) => {
        const ids = (await valuedProjects(batch.tx, after)).map(({ id }) => id)
        await batch.follow((set) => renewRatios(set, ids))
        return ids
      },
      { isUntold: true },
    )
    const more = renewed.length === projectsAtOnce
    return { more, payload: more ? { after: renewed.at(-1) } : {} }
  },
}
