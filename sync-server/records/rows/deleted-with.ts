import { type Entity, referenceFields } from '#schema/kernel/entity.ts'
import { cascadeLinks, entityNamed } from '#schema/registry.ts'
import type { GroupRow } from './working-set.ts'

const cascadingFields = (entity: Entity): string[] =>
  referenceFields(entity)
    .filter(({ field, to }) =>
      cascadeLinks(entityNamed(to)!).some((link) => link.entity === entity.name && link.field === field),
    )
    .map(({ field }) => field)

/** Rows deleted because of one record, without independent records of the same change. A row of two returns with the second. */
export function deletedWith(id: string, group: readonly GroupRow[]): readonly GroupRow[] {
  const ids = new Set(group.map(({ row }) => row.id))
  const parents = new Map(
    group.map(({ of: entity, row }) => [
      row.id,
      cascadingFields(entity)
        .map((field) => row[field] as string)
        .filter((parentId) => ids.has(parentId)),
    ]),
  )
  const found = new Set([id])
  // Set iteration includes elements added meanwhile.
  for (const each of found) for (const parentId of parents.get(each) ?? []) found.add(parentId)
  const isNext = (each: string): boolean => {
    const own = parents.get(each)!
    return !found.has(each) && own.length > 0 && own.every((parentId) => found.has(parentId))
  }
  for (let next = [...ids].filter(isNext); next.length > 0; next = [...ids].filter(isNext))
    for (const each of next) found.add(each)
  return group.filter(({ row }) => found.has(row.id))
}
