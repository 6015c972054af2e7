// What is open within a record's details is in the address, too: `valuations edit <id>`.
import type { ListSearch } from '#web/ui/search/list-search.ts'
import type { EntityName } from '#schema/registry.ts'

export type Part = Pick<ListSearch, 'dialog' | 'record'>

export const writePart = (entity: EntityName, { dialog, record }: Part): string =>
  [entity, dialog, record].filter(Boolean).join(' ')

/** Empty when another entity's part is open. */
export function readPart(entity: EntityName, part: string | undefined): Part {
  const [of, dialog, record] = part?.split(' ') ?? []
  if (of !== entity || !dialog) return {}
  return { dialog, ...(record && { record }) }
}
