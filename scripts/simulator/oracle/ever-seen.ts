// PULL12: whether a person could see a row since their scope began. Its tombstone may arrive first.
import type { Sql } from '../server/backend.ts'
import type { Person } from '../server/firm.ts'
import { MergedRecords } from './merged-records.ts'
import { readServerState } from './server-state.ts'
import { investorsOf } from './projection.ts'

type Fields = Record<string, unknown>

export async function wasEverSeen(sql: Sql, { identity, ...person }: Person, rowId: string): Promise<boolean> {
  const { tenantId } = identity
  // An activity has its record's audience, a share its holding's.
  const [follower] = await sql<{ record: string }[]>`
    select entity_id as record from activities where tenant_id = ${tenantId} and id = ${rowId}
    union all select investment_id from holding_values where tenant_id = ${tenantId} and id = ${rowId}`
  const id = follower?.record ?? rowId
  const links = new Set(await investorsOf(sql, { identity, ...person }))
  const [scope] = await sql<{ began: string }[]>`
    select began from scopes where tenant_id = ${tenantId} and user_id = ${identity.id}`
  const began = Number(scope?.began ?? 0)
  const rows = new Map<string, Fields>()
  const { entries } = await readServerState(sql, tenantId)
  const merged = new MergedRecords()
  const at = (number: number) => number >= began && isVisibleTo(rows, links, id)
  for (const [index, entry] of entries.entries()) {
    const { number, entityId, entityType, action, details } = entry
    const before = entries[index - 1]?.number ?? 0
    if (number > began && before <= began && at(began)) return true
    for (const { id: moved, field, into } of merged.follow(entry)) {
      const row = rows.get(moved)
      if (row?.[field] === into) rows.set(moved, { ...row, [field]: entityId })
    }
    const gone = action === 'delete' ? { gone: true } : action === 'restore' ? { gone: false } : {}
    rows.set(entityId, { ...rows.get(entityId), ...details.after, entityType, ...gone })
    if (at(number)) return true
  }
  return at(began)
}

/** A deleted parent may leave its rows, so a reference to it does not count. */
function isVisibleTo(rows: ReadonlyMap<string, Fields>, links: ReadonlySet<string>, id: string): boolean {
  const row = rows.get(id)
  const project = rows.get(String(row?.['projectId']))
  const isShown = project?.['isVisibleToInvestors'] === true
  const investorId = row?.['investorId'] as string | null | undefined
  switch (row?.['entityType']) {
    case 'projects':
      return row['isVisibleToInvestors'] === true
    case 'investors':
      return links.has(id)
    case 'investments':
      return links.has(String(investorId))
    case 'documents': {
      const isUnassigned = !investorId || rows.get(investorId)?.['gone'] === true
      return links.has(String(investorId)) || (isUnassigned && row['audience'] === 'INVESTORS' && isShown)
    }
    case 'valuations':
      return isShown
    default:
      return false
  }
}
