import { filePathOf, defaultFileEntity } from '#schema/kernel/files.ts'
import { type EntityName, entityNamed } from '#schema/registry.ts'
import type { FileOwner } from '#web/store/base/pending-upload.ts'

/** Null for an earlier version or any other URL. */
export function ownerAt({ pathname, search, searchParams }: URL): FileOwner | null {
  const id = /^\/files\/([\w-]+)$/.exec(pathname)?.[1]
  const entity = searchParams.get('entity') ?? defaultFileEntity
  if (id === undefined || !entityNamed(entity) || filePathOf(id, entity) !== pathname + search) return null
  return { entity: entity as EntityName, id }
}
