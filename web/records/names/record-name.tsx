import type { AnyRow } from '#schema/kernel/entity.ts'
import { recordNameOf } from '#schema/records/record-name.ts'
import type { EntityName } from '#schema/registry.ts'
import { Name } from '#web/ui/format/name.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { unknownText } from './entity-texts.ts'
import { readerOf } from '#web/records/data/read-any.ts'
import { useRow } from '#web/records/data/use-table.ts'

interface RecordNameProps {
  readonly entity: EntityName
  readonly id: string
  readonly fallback?: string | null | undefined
}

export function RecordName({ entity, id, fallback }: RecordNameProps) {
  const store = useStore()
  const row: AnyRow | undefined = useRow(entity, id)
  const name = row && recordNameOf(entity, row, readerOf(store))
  return <Name>{name ?? fallback ?? unknownText(entity)}</Name>
}
