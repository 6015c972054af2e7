// Recalculates shares that are too many for one change and, daily, all of them: older builds left some out or wrong.
import { statusClass } from '#schema/kernel/enumerations.ts'
import { limits } from '#schema/sync/protocol.ts'
import type { Row } from '#schema/registry.ts'
import type { TenantTx } from '#server/db/connect/database.ts'
import type { JobDeps, JobKind } from '#server/jobs/job.ts'
import type { Stored } from '#server/records/rows/entity-rules.ts'
import { transact } from '#server/records/write/transact.ts'
import type { DependentSet } from '#server/records/rows/working-set.ts'
import { ofProject } from './project-book.ts'
import { renewalOf, type Renewal, type Write } from './renewed-rows.ts'

const projectsPerBatch = 5
const rowsPerBatch = limits.rowsWithShares
const dayMs = 86_400_000

interface Payload {
  readonly projectId?: string
  readonly after?: string
}

export const shareRenewal: JobKind = {
  everyMs: dayMs,
  isUnaudited: true,
  async run(deps, { tenantId, kind, payload }) {
    const { projectId, after = null } = payload as Payload
    const context = { deps, tenantId, job: kind }
    if (projectId !== undefined) return { hasMore: !(await renewProject(context, projectId)), payload }
    const ids = await deps.database.tenant(tenantId, (tx) => valuedProjects(tx, after))
    for (const id of ids) while (!(await renewProject(context, id)));
    const more = ids.length === projectsPerBatch
    return { hasMore: more, payload: more ? { after: ids.at(-1) } : {} }
  },
}

const valuedProjects = async (tx: TenantTx, after: string | null): Promise<string[]> => {
  const rows = await tx.query<{ id: string }>(
    `select distinct project_id as id from investments
where tenant_id = $1 and deleted_at is null and ($2::uuid is null or project_id > $2::uuid)
order by 1 limit ${projectsPerBatch}`,
    [tx.tenantId, after],
  )
  return rows.map(({ id }) => id)
}

interface JobContext {
  readonly deps: JobDeps
  readonly tenantId: string
  readonly job: string
}

function renewProject({ deps, tenantId, job }: JobContext, projectId: string): Promise<boolean> {
  return transact(
    deps,
    { kind: 'job', tenantId, job },
    async (batch) => {
      let isDone = true
      await batch.follow(async (set) => {
        isDone = await renewPart(set, projectId)
      })
      return isDone
    },
    { withoutActivities: true },
  )
}

async function renewPart(set: DependentSet, projectId: string): Promise<boolean> {
  await fillEarlierRows(set, projectId)
  if (set.staged().length > 0) return false
  const scope = { from: '', valuations: new Set<string>(), investors: new Set<string>(), isWhole: true }
  const renewal = await renewalOf(set, projectId, scope)
  const isAtOnce = renewal.writes.length + renewal.ratios.length <= rowsPerBatch
  const links = isAtOnce ? [] : ((await set.all('investorUsers')) as Stored<'investorUsers'>[])
  const { parts, isDone } = partsOf(renewal, { maxRows: rowsPerBatch, links })
  for (const { apply } of parts) apply()
  return isDone
}

interface Limits {
  readonly maxRows: number
  readonly links: readonly Pick<Row<'investorUsers'>, 'userId' | 'investorId'>[]
}

/** Everything if it fits; otherwise the flags of pending shares first, then the shares of as many investors as fit. */
function partsOf({ writes, ratios, pendingFlags, emptyRatios }: Renewal, { maxRows, links }: Limits) {
  const all = [...writes, ...ratios]
  if (all.length <= maxRows) return { parts: all, isDone: true }
  const waiting = new Set(writes.map(({ investorId }) => investorId))
  const toFlag = [...emptyRatios, ...pendingFlags.filter(({ investorId }) => waiting.has(investorId))]
  if (toFlag.length > 0) return { parts: toFlag.slice(0, maxRows), isDone: false }
  const parts: Write[] = []
  const groupOf = groupOfRecord(links)
  for (const group of Map.groupBy(writes, ({ investorId }) => groupOf(investorId)).values()) {
    if (parts.length > 0 && parts.length + group.length > maxRows) break
    parts.push(...group)
  }
  return { parts, isDone: false }
}

/** Records of a group are written together: a mix of old and new shares would reveal the total paid in. */
function groupOfRecord(links: Limits['links']): (investorId: string | null) => string | null {
  const groups = new Map<string, Set<string>>()
  for (const linksOfUser of Map.groupBy(links, ({ userId }) => userId).values()) {
    const group = new Set<string>()
    for (const { investorId } of linksOfUser) for (const id of groups.get(investorId) ?? [investorId]) group.add(id)
    for (const id of group) groups.set(id, group)
  }
  return (investorId) => {
    const [first] = (investorId !== null && groups.get(investorId)) || []
    return first ?? investorId
  }
}

/** Older builds did not set the project's currency, or the exit on creation. */
async function fillEarlierRows(set: DependentSet, projectId: string): Promise<void> {
  const project = await set.get('projects', projectId)
  if (!project) return
  const projectCurrency = project['currency'] as Stored<'projects'>['currency']
  const rows = (await set.children(ofProject.investments, projectId)) as Stored<'investments'>[]
  for (const row of rows.filter((each) => each.projectCurrency !== projectCurrency).slice(0, rowsPerBatch)) {
    const exitedFromStart = row.exitedFromStart || (row.projectCurrency === null && wasRecordedAsExited(row))
    set.setMaintained('investments', row, { projectCurrency, exitedFromStart })
  }
}

/** Older builds dated an exit by the day of entry. */
const wasRecordedAsExited = ({ status, exitedOn, createdAt }: Stored<'investments'>): boolean =>
  statusClass(status) === 'EXITED' && exitedOn !== null && exitedOn <= createdAt.slice(0, 10)
