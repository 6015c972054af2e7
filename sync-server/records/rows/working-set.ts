// Staged, then kept or dropped; later changes see what was kept.
import type { Entity, Link, Stamps } from '#schema/kernel/entity.ts'
import { type EntityName, entityNamed, type Row, tenantEntities } from '#schema/registry.ts'
import { storedColumns, wireList } from '#server/db/tables/columns.ts'
import type { TenantTx } from '#server/db/connect/database.ts'
import { isLive, type StoredRow } from './stored-row.ts'

export interface Staged {
  readonly of: Entity
  readonly before: StoredRow | null
  readonly after: StoredRow
}

interface GroupId {
  readonly entity: string
  readonly id: string
}

export interface GroupRow {
  readonly of: Entity
  readonly row: StoredRow
}

export interface ReadSet {
  load(entity: Entity, ids: readonly string[]): Promise<void>
  loadChildren(link: Link, parentIds: readonly string[]): Promise<void>
  loadChain(entity: Entity, id: string): Promise<void>
  get(entity: string, id: string): Promise<StoredRow | null>
  peek(entity: string, id: string): StoredRow | undefined
  children(link: Link, parentId: string): Promise<StoredRow[]>
  loadedChildren(link: Link, parentId: string): StoredRow[]
  deletedChildren(link: Link, parentId: string): Promise<StoredRow[]>
  /** Only where a firm has few rows. */
  all(entity: string): Promise<StoredRow[]>
  datedSince(link: Link, day: string): Promise<StoredRow[]>
  group(deletedIn: string): Promise<GroupRow[]>
}

export interface FollowSet extends ReadSet {
  readonly at: string
  readonly tx: TenantTx
  staged(): readonly Staged[]
  /** Sets server-maintained values; without any, the row is sent again unchanged. */
  setMaintained<Name extends EntityName>(entity: Name, row: StoredRow, values?: Partial<Row<Name>>): void
  /** `was` may be deleted. */
  put<Name extends EntityName>(
    entity: Name,
    id: string,
    values: Omit<Row<Name>, keyof Stamps>,
    before?: StoredRow,
  ): void
  remove(entity: EntityName, row: StoredRow): void
}

/** For this folder only. */
export interface WorkingSet extends FollowSet {
  stage(entity: Entity, row: StoredRow): void
  keep(stamped: readonly Staged[]): void
  drop(): void
  kept(): ReadonlyMap<Entity, readonly Staged[]>
}

const groupSql = tenantEntities
  .map(
    (entity) =>
      `select '${entity.name}' as entity, id from ${entity.table} where tenant_id = $1 and deleted_in = $2::uuid`,
  )
  .join(' union all ')

export const maxLinks = 100

/** The depth also ends a circle. */
const chainSql = `with recursive chain as (select $2::text as entity, $3::uuid as id, 1 as depth union all
select next.entity, next.id, chain.depth + 1 from chain cross join lateral (${tenantEntities
  .flatMap((entity) => {
    const to = entity.acyclicField && entity.fields[entity.acyclicField]!.storage
    if (!to || to.kind !== 'reference') return []
    const { column } = storedColumns(entity).find(({ name }) => name === entity.acyclicField)!
    return `select '${to.to}' as entity, t.${column} as id from ${entity.table} t where t.tenant_id = $1 and t.id = chain.id and chain.entity = '${entity.name}'`
  })
  .join(' union all ')}) as next where next.id is not null and chain.depth < ${maxLinks}) select entity, id from chain`

type Rows = Map<string, StoredRow | null>

export function createWorkingSet(tx: TenantTx, at = new Date().toISOString()): WorkingSet {
  const known = new Map<string, Rows>()
  const staged = new Map<string, Staged>()
  /** A large delete asks for children of thousands of rows. */
  const stagedByEntity = new Map<string, Map<string, Staged>>()
  const loadedChildren = new Set<string>()
  const loadedWhole = new Set<string>()
  const kept = new Map<Entity, Map<string, Staged>>()

  const rowsOf = (entity: string): Rows => known.get(entity) ?? known.set(entity, new Map()).get(entity)!
  const select = (entity: Entity, where: string, params: unknown[]) =>
    tx.query<StoredRow>(
      `select ${wireList(storedColumns(entity), 't')} from ${entity.table} t where t.tenant_id = $1 and ${where}`,
      [tx.tenantId, ...params],
    )

  function liveRows(entity: string, fits: (row: StoredRow) => boolean): StoredRow[] {
    const here = stagedByEntity.get(entity)
    const fitting = (row: StoredRow | null) => isLive(row) && fits(row)
    const rows = [...rowsOf(entity).values()].filter((row) => row && fitting(row) && !here?.has(row.id))
    const fresh = [...(here?.values() ?? [])].filter(({ after }) => fitting(after))
    return [...(rows as StoredRow[]), ...fresh.map(({ after }) => after)]
  }

  function addFound(entity: string, found: readonly StoredRow[]): void {
    const rows = rowsOf(entity)
    for (const row of found) if (!rows.get(row.id)) rows.set(row.id, row)
  }

  async function loadAll(found: readonly GroupId[]): Promise<void> {
    for (const [entity, rows] of Map.groupBy(found, (each) => each.entity))
      await set.load(
        entityNamed(entity)!,
        rows.map(({ id }) => id),
      )
  }

  const set: WorkingSet = {
    at,
    tx,
    async load(entity, ids) {
      const rows = rowsOf(entity.name)
      const missing = [...new Set(ids)].filter((id) => !rows.has(id))
      if (!missing.length) return
      for (const id of missing) rows.set(id, null)
      for (const row of await select(entity, 't.id = any($2::uuid[])', [missing])) rows.set(row.id, row)
    },
    async loadChildren(link, parentIds) {
      const entity = entityNamed(link.entity)!
      const keys = [...new Set(parentIds)].filter((id) => !loadedChildren.has(`${link.entity} ${link.field} ${id}`))
      if (!keys.length) return
      const column = storedColumns(entity).find(({ name }) => name === link.field)!.column
      addFound(entity.name, await select(entity, `t.${column} = any($2::uuid[]) and t.deleted_at is null`, [keys]))
      for (const id of keys) loadedChildren.add(`${link.entity} ${link.field} ${id}`)
    },
    async loadChain(entity, id) {
      const found = await tx.query<GroupId>(chainSql, [tx.tenantId, entity.name, id])
      await loadAll(found)
    },
    async get(entity, id) {
      const here = set.peek(entity, id)
      if (here) return here
      await set.load(entityNamed(entity)!, [id])
      return rowsOf(entity).get(id) ?? null
    },
    peek: (entity, id) => staged.get(`${entity} ${id}`)?.after ?? rowsOf(entity).get(id) ?? undefined,
    async children(link, parentId) {
      await set.loadChildren(link, [parentId])
      return set.loadedChildren(link, parentId)
    },
    loadedChildren(link, parentId) {
      return liveRows(link.entity, (row) => row[link.field] === parentId)
    },
    async all(entity) {
      if (!loadedWhole.has(entity)) addFound(entity, await select(entityNamed(entity)!, 't.deleted_at is null', []))
      loadedWhole.add(entity)
      return liveRows(entity, () => true)
    },
    async datedSince({ entity, field }, day) {
      const definition = entityNamed(entity)!
      const { column } = storedColumns(definition).find(({ name }) => name === field)!
      addFound(entity, await select(definition, `t.${column} >= $2::date and t.deleted_at is null`, [day]))
      return liveRows(entity, (row) => (row[field] as string) >= day)
    },
    async deletedChildren({ entity, field }, parentId) {
      const definition = entityNamed(entity)!
      const { column } = storedColumns(definition).find(({ name }) => name === field)!
      return select(definition, `t.${column} = $2::uuid and t.deleted_at is not null`, [parentId])
    },
    async group(deletedIn) {
      await loadAll(await tx.query<GroupId>(groupSql, [tx.tenantId, deletedIn]))
      return tenantEntities.flatMap((entity) =>
        [...new Set([...rowsOf(entity.name).keys(), ...[...staged.values()].map(({ after }) => after.id)])]
          .flatMap((id) => set.peek(entity.name, id) ?? [])
          .filter((row) => row.deletedIn === deletedIn)
          .map((row) => ({ of: entity, row })),
      )
    },
    stage(entity, row) {
      const key = `${entity.name} ${row.id}`
      const each = {
        of: entity,
        before: staged.get(key)?.before ?? rowsOf(entity.name).get(row.id) ?? null,
        after: row,
      }
      staged.set(key, each)
      const here = stagedByEntity.get(entity.name) ?? new Map<string, Staged>()
      stagedByEntity.set(entity.name, here.set(row.id, each))
    },
    staged: () => [...staged.values()],
    setMaintained: (entity, row, values = {}) => set.stage(entityNamed(entity)!, { ...row, ...values }),
    put: (entity, id, values, before) =>
      set.stage(entityNamed(entity)!, {
        createdAt: at,
        createdBy: null,
        number: 0,
        ...before,
        ...values,
        id,
        updatedAt: at,
        deletedAt: null,
        deletedIn: null,
        emptied: null,
      }),
    // Restoring its source recreates it.
    remove: (entity, row) => set.stage(entityNamed(entity)!, { ...row, deletedAt: at, deletedIn: row.id }),
    keep(stamped) {
      for (const each of stamped) {
        const { of: entity, after } = each
        rowsOf(entity.name).set(after.id, after)
        const rows = kept.get(entity) ?? new Map<string, Staged>()
        const earlier = rows.get(after.id)
        kept.set(entity, rows.set(after.id, earlier ? { ...earlier, after } : each))
      }
      set.drop()
    },
    drop() {
      staged.clear()
      stagedByEntity.clear()
    },
    kept: () => new Map([...kept].map(([entity, rows]) => [entity, [...rows.values()]])),
  }
  return set
}
