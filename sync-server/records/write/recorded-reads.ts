import type { UnorderedRows } from '#schema/records/apply-verb.ts'
import { type Link, perEntity } from '#schema/kernel/entity.ts'
import type { Values } from '#schema/kernel/parse.ts'
import { readableFields } from '#schema/kernel/permissions.ts'
import { entityNamed } from '#schema/registry.ts'
import type { Context } from '#server/records/judge/context.ts'
import { isAllowed } from '#server/records/judge/is-allowed.ts'
import { isLive, type StoredRow } from '#server/records/rows/stored-row.ts'

interface MissingReads {
  row(entity: string, id: string): void
  children(link: Link, id: string): void
}

/** Reads that are not in `loaded` are reported, and return nothing. */
export function recordingReads(
  { set, viewer }: Pick<Context, 'set' | 'viewer'>,
  loaded: Set<string>,
  missing: MissingReads,
): UnorderedRows {
  const markRead = (key: string): boolean => loaded.has(key) || !loaded.add(key)
  const fieldsOf = perEntity((entity) => (viewer ? ['id', ...readableFields(entity, viewer)] : null))
  const visible = (entity: string, row: StoredRow): Values | undefined => {
    const definition = entityNamed(entity)!
    if (!isLive(row) || !isAllowed({ viewer, writes: undefined }, definition, 'read', row)) return undefined
    const fields = fieldsOf(definition)
    return fields ? Object.fromEntries(fields.map((name) => [name, row[name]])) : row
  }
  return {
    get(entity, id) {
      if (!markRead(`${entity} ${id}`)) {
        missing.row(entity, id)
        return undefined
      }
      const row = set.peek(entity, id)
      return row && visible(entity, row)
    },
    where(link, id) {
      if (!markRead(`${link.entity} ${link.field} ${id}`)) {
        missing.children(link, id)
        return []
      }
      return set.loadedChildren(link, id).flatMap((row): Values[] => {
        const read = visible(link.entity, row)
        return read ? [read] : []
      })
    },
  }
}
