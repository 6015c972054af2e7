// `valuations edit <id>`, and a second id for dialogs over two records.
import type { ListSearch } from '#web/ui/search/list-search.ts'
import type { EntityName } from '#schema/registry.ts'

export interface Part extends Pick<ListSearch, 'dialog' | 'record'> {
  readonly other?: string
}

export const writePart = (entity: EntityName, { dialog, record, other }: Part): string =>
  [entity, dialog, record, other].filter(Boolean).join(' ')

export function readPart(entity: EntityName, part: string | undefined): Part {
  const [partEntity, dialog, record, other] = part?.split(' ') ?? []
  if (partEntity !== entity || !dialog) return {}
  return { dialog, ...(record && { record }), ...(other && { other }) }
}
