import { type Entity, referenceFields } from '#schema/kernel/entity.ts'
import { cascadeLinks, entityNamed } from '#schema/registry.ts'
import type { GroupRow } from './working-set.ts'

const cascadingFields = (entity: Entity): string[] =>
  referenceFields(entity)
    .filter(({ field, to }) =>
      cascadeLinks(entityNamed(to)!).some((link) => link.entity === entity.name && link.field === field),
    )
    .map(({ field }) => field)

/** Those deleted with one record; its change may have deleted independent records, too. */
export function deletedWith(id: string, group: readonly GroupRow[]): readonly GroupRow[] {
  const linked = new Map(group.map(({ row }) => [row.id, new Set<string>()]))
  for (const { of: entity, row } of group)
    for (const field of cascadingFields(entity)) {
      const parentId = row[field] as string
      linked.get(parentId)?.add(row.id)
      if (linked.has(parentId)) linked.get(row.id)!.add(parentId)
    }
  const found = new Set([id])
  // A set's iteration includes what is added meanwhile.
  for (const each of found) for (const next of linked.get(each) ?? []) found.add(next)
  return group.filter(({ row }) => found.has(row.id))
}
