// Staged, then kept or dropped; later changes see what was kept.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Entity, Link, Stamps } from '#schema/kernel/entity.ts'
import { type EntityName, entityNamed, type Row, tenantEntities } from '#schema/registry.ts'
import { storedColumns, wireList } from '#server/db/tables/columns.ts'
import type { TenantTx } from '#server/db/connect/database.ts'
import { chainSql, type FoundId, groupSql } from './linked-ids.ts'
import { createRowsByValue } from './rows-by-value.ts'
import { isLive, type StoredRow } from './stored-row.ts'

export interface Staged {
  readonly of: Entity
  readonly before: StoredRow | null
  readonly after: StoredRow
}

export interface GroupRow {
  readonly of: Entity
  readonly row: StoredRow
}

export interface ReadSet {
  readonly at: string
  load(entity: Entity, ids: readonly string[]): Promise<void>
  loadChildren(link: Link, parentIds: readonly string[]): Promise<void>
  loadChains(entity: Entity, ids: readonly string[]): Promise<void>
  get(entity: string, id: string): Promise<StoredRow | null>
  peek(entity: string, id: string): StoredRow | undefined
  children(link: Link, parentId: string): Promise<StoredRow[]>
  loadedChildren(link: Link, parentId: string): StoredRow[]
  loadDeletedChildren(link: Link, parentIds: readonly string[]): Promise<void>
  deletedChildren(link: Link, parentId: string): Promise<StoredRow[]>
  /** Only where a firm has few rows. */
  all(entity: string): Promise<StoredRow[]>
  datedSince(link: Link, day: string): Promise<StoredRow[]>
  loadGroups(deletedIn: readonly string[]): Promise<void>
  group(deletedIn: string): Promise<GroupRow[]>
  /** Lets other requests run. Call it for each row of what may be thousands. */
  pause(): Promise<void> | void
}

export interface DependentSet extends ReadSet {
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
export interface WorkingSet extends DependentSet {
  stage(entity: Entity, row: StoredRow): void
  keep(stamped: readonly Staged[]): void
  drop(): void
  kept(): ReadonlyMap<Entity, readonly Staged[]>
  /** Loads what was written after this number, over what was read before. Returns whether that concerns it. */
  catchUp(number: number): Promise<boolean>
}

/** About 5 ms of work. */
export const rowsPerTurn = 250

type Rows = Map<string, StoredRow | null>

export function createWorkingSet(tx: TenantTx, at = new Date().toISOString()): WorkingSet {
  const known = new Map<string, Rows>()
  const staged = new Map<string, Staged>()
  /** A large delete looks up the children of thousands of rows. */
  const stagedByEntity = new Map<string, Map<string, Staged>>()
  const loadedChildren = new Set<string>()
  const loadedDeleted = new Set<string>()
  const loadedGroups = new Set<string>()
  const loadedWhole = new Set<string>()
  const kept = new Map<Entity, Map<string, Staged>>()
  let rowsInTurn = 0

  const byValue = createRowsByValue(function* (entity) {
    for (const row of rowsOf(entity).values()) if (row) yield row
    for (const { after } of stagedByEntity.get(entity)?.values() ?? []) yield after
  })

  const rowsOf = (entity: string): Rows => known.get(entity) ?? known.set(entity, new Map()).get(entity)!
  const select = (entity: Entity, where: string, params: unknown[]) =>
    tx.query<StoredRow>(
      `select ${wireList(storedColumns(entity), 't')} from ${entity.table} t where t.tenant_id = $1 and ${where}`,
      [tx.tenantId, ...params],
    )

  /** In their newest states. */
  function rowsWith({ entity, field }: Link, value: string, fits: (row: StoredRow) => boolean): StoredRow[] {
    const rows: StoredRow[] = []
    for (const id of byValue.ids({ entity, field }, value)) {
      const row = set.peek(entity, id)
      if (row?.[field] === value && fits(row)) rows.push(row)
    }
    return rows
  }

  const isLoadedChild = (entity: Entity, row: StoredRow): boolean =>
    Object.keys(entity.fields).some((field) => loadedChildren.has(`${entity.name} ${field} ${String(row[field])}`))

  function liveRows(entity: string, fits: (row: StoredRow) => boolean): StoredRow[] {
    const here = stagedByEntity.get(entity)
    const fitting = (row: StoredRow | null) => isLive(row) && fits(row)
    const rows = [...rowsOf(entity).values()].filter((row) => row && fitting(row) && !here?.has(row.id))
    const fresh = [...(here?.values() ?? [])].filter(({ after }) => fitting(after))
    return [...(rows as StoredRow[]), ...fresh.map(({ after }) => after)]
  }

  function addFound(entity: string, found: readonly StoredRow[]): void {
    const rows = rowsOf(entity)
    for (const row of found)
      if (!rows.get(row.id)) {
        rows.set(row.id, row)
        byValue.add(entity, row)
      }
  }

  /** Loads the rows that point to a parent, unless they are known. */
  async function loadPointing(
    link: Link,
    parentIds: readonly string[],
    loaded: Set<string>,
    condition: string,
  ): Promise<void> {
    const entity = entityNamed(link.entity)!
    const keyOf = (id: string) => `${link.entity} ${link.field} ${id}`
    // A cascade looks up each row.
    if (parentIds.length === 1 && loaded.has(keyOf(parentIds[0]!))) return
    const missing = [...new Set(parentIds)].filter((id) => !loaded.has(keyOf(id)))
    if (!missing.length) return
    const column = storedColumns(entity).find(({ name }) => name === link.field)!.column
    addFound(entity.name, await select(entity, `t.${column} = any($2::uuid[]) and ${condition}`, [missing]))
    for (const id of missing) loaded.add(keyOf(id))
  }

  async function loadAll(found: readonly FoundId[]): Promise<void> {
    const byEntity = [...Map.groupBy(found, (each) => each.entity)]
    await Promise.all(
      byEntity.map(([entity, rows]) =>
        set.load(
          entityNamed(entity)!,
          rows.map(({ id }) => id),
        ),
      ),
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
      addFound(entity.name, await select(entity, 't.id = any($2::uuid[])', [missing]))
    },
    loadChildren: (link, parentIds) => loadPointing(link, parentIds, loadedChildren, 't.deleted_at is null'),
    async loadChains(entity, ids) {
      if (ids.length) await loadAll(await tx.query<FoundId>(chainSql, [tx.tenantId, entity.name, ids]))
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
      return rowsWith(link, parentId, isLive)
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
    loadDeletedChildren: (link, parentIds) => loadPointing(link, parentIds, loadedDeleted, 't.deleted_at is not null'),
    async deletedChildren(link, parentId) {
      await set.loadDeletedChildren(link, [parentId])
      return rowsWith(link, parentId, (row) => !isLive(row))
    },
    async loadGroups(deletedIn) {
      const missing = [...new Set(deletedIn)].filter((id) => !loadedGroups.has(id))
      if (!missing.length) return
      await loadAll(await tx.query<FoundId>(groupSql, [tx.tenantId, missing]))
      for (const id of missing) loadedGroups.add(id)
    },
    async group(deletedIn) {
      await set.loadGroups([deletedIn])
      return tenantEntities.flatMap((entity) =>
        rowsWith({ entity: entity.name, field: 'deletedIn' }, deletedIn, () => true).map((row) => ({
          of: entity,
          row,
        })),
      )
    },
    pause() {
      if (++rowsInTurn < rowsPerTurn) return undefined
      rowsInTurn = 0
      return nextTurn()
    },
    async catchUp(number) {
      let isConcerned = false
      await Promise.all(
        [...known].map(async ([name, rows]) => {
          const entity = entityNamed(name)!
          for (const row of await select(entity, 't.n > $2', [number])) {
            isConcerned ||= rows.has(row.id) || loadedWhole.has(name) || isLoadedChild(entity, row)
            rows.set(row.id, row)
            byValue.add(name, row)
          }
        }),
      )
      return isConcerned
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
      byValue.add(entity.name, row)
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
        byValue.add(entity.name, after)
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
