import type { DeletedGroup } from '#schema/records/deleted-group.ts'
import { referenceFields } from '#schema/kernel/entity.ts'
import { holdingOf, recordTitleOf } from '#schema/records/record-name.ts'
import type { ReadAny } from '#schema/rules.ts'
import { entityNamed, tenantEntities } from '#schema/registry.ts'
import { ruleOf } from '#schema/kernel/permissions.ts'
import type { Viewer } from '#schema/kernel/viewer.ts'
import type { Database } from '#server/db/connect/database.ts'
import { personNames } from '#server/db/person-names.ts'
import { createWorkingSet, type GroupRow, type ReadSet } from '#server/records/rows/working-set.ts'
import { restrictedViewer } from '#server/records/write/newer-names.ts'
import type { ListCursor } from '#server/records/read/read.ts'
import { deletedWith } from '#server/records/rows/deleted-with.ts'
import { restorableMs } from '#server/records/judge/judge-restore.ts'
import { type DeletedRow, deletedSql, rootsOf } from '#server/records/read/deleted-rows.ts'

/** Stable while the group is listed. */
export const cursorOf = ({ deletedAt, id }: DeletedGroup): ListCursor => ({ createdAt: deletedAt, id })

const orderOf = ({ createdAt, id }: ListCursor): string => `${createdAt} ${id}`

export async function listTrash(
  database: Database,
  viewer: Viewer,
  now: Date,
  after?: ListCursor,
): Promise<DeletedGroup[]> {
  const since = new Date(now.getTime() - restorableMs).toISOString()
  const found = await database.tenant(viewer.tenantId, async (tx) => {
    const limited = await restrictedViewer(tx, viewer)
    const rows = await tx.query<DeletedRow>(deletedSql('> $2::timestamptz', mayRestore(limited)), [tx.tenantId, since])
    const groups = Map.groupBy(rows, ({ deletedIn }) => deletedIn)
    const roots = await rootsOf(tx, rows)
    const set = createWorkingSet(tx)
    await loadTitleRows(set, roots)
    const withSeveral = [...Map.groupBy(roots, ({ changeId }) => changeId)].filter(([, each]) => each.length > 1)
    await set.loadGroups(withSeveral.map(([changeId]) => changeId))
    const several = new Map<string, readonly GroupRow[]>()
    for (const [changeId] of withSeveral) several.set(changeId, await set.group(changeId))
    return roots.map(({ entity, id, changeId, userId }) => {
      const ids = several.has(changeId) && new Set(deletedWith(id, several.get(changeId)!).map(({ row }) => row.id))
      const group = groups.get(changeId)!.filter((row) => !ids || ids.has(row.id))
      const counts = [...Map.groupBy(group, (row) => row.entity)].map(
        ([name, sameEntity]) => [name, sameEntity.length] as const,
      )
      const row = set.peek(entity, id)!
      const read: ReadAny = (name, parent) => set.peek(name, parent)
      const title = recordTitleOf(entity, row, read) ?? null
      const holding = holdingOf(entity, row, read)
      return {
        entity,
        id,
        title,
        ...(holding && { holding }),
        deletedAt: group[0]!.at,
        userId,
        rows: Object.fromEntries(counts),
      }
    })
  })
  const names = await personNames(
    database,
    viewer.tenantId,
    found.flatMap(({ userId }) => userId ?? []),
  )
  return found
    .map(({ userId, ...group }) => ({ ...group, deletedBy: names.get(userId ?? '') ?? null }))
    .filter((group) => !after || orderOf(cursorOf(group)) < orderOf(after))
    .toSorted((a, b) => (orderOf(cursorOf(a)) < orderOf(cursorOf(b)) ? 1 : -1))
}

const mayRestore = (viewer: Viewer) =>
  tenantEntities.filter(
    (entity) =>
      ruleOf(entity, viewer, 'delete') === 'everything' &&
      entity.replicate !== 'never' &&
      (viewer.fieldVisibility?.has(entity.name) ?? true),
  )

const titleDepth = 2

interface NamedGroup {
  readonly entity: string
  readonly id: string
}

async function loadTitleRows(set: ReadSet, rows: readonly NamedGroup[], depth = titleDepth): Promise<void> {
  const parents: NamedGroup[] = []
  for (const [entity, group] of Map.groupBy(rows, ({ entity }) => entity)) {
    const definition = entityNamed(entity)!
    await set.load(
      definition,
      group.map(({ id }) => id),
    )
    for (const { id } of group)
      for (const { field, to } of referenceFields(definition)) {
        const parent = set.peek(entity, id)?.[field]
        if (typeof parent === 'string') parents.push({ entity: to, id: parent })
      }
  }
  if (depth > 0 && parents.length > 0) await loadTitleRows(set, parents, depth - 1)
}
