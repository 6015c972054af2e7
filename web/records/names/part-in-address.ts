// What is open within a record's details is in the address, too: `valuations edit <id>`. A dialog over two records names
// the other one last.
import type { ListSearch } from '#web/ui/search/list-search.ts'
import type { EntityName } from '#schema/registry.ts'

export interface Part extends Pick<ListSearch, 'dialog' | 'record'> {
  /** The record that the dialog sets beside the first one. */
  readonly other?: string
}

export const writePart = (entity: EntityName, { dialog, record, other }: Part): string =>
  [entity, dialog, record, other].filter(Boolean).join(' ')

/** Empty when another entity's part is open. */
export function readPart(entity: EntityName, part: string | undefined): Part {
  const [of, dialog, record, other] = part?.split(' ') ?? []
  if (of !== entity || !dialog) return {}
  return { dialog, ...(record && { record }), ...(other && { other }) }
}
