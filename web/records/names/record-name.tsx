import type { AnyRow } from '#schema/kernel/entity.ts'
import { recordNameOf } from '#schema/records/record-name.ts'
import type { EntityName } from '#schema/registry.ts'
import { Name } from '#web/ui/format/name.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { unknownWords } from './entity-texts.ts'
import { readerOf } from '#web/records/data/read-any.ts'
import { useRow } from '#web/records/data/use-table.ts'

interface RecordNameProps {
  readonly entity: EntityName
  readonly id: string
  readonly otherwise?: string | null | undefined
}

export function RecordName({ entity, id, otherwise }: RecordNameProps) {
  const store = useStore()
  const row: AnyRow | undefined = useRow(entity, id)
  const name = row && recordNameOf(entity, row, readerOf(store))
  return <Name>{name ?? otherwise ?? unknownWords(entity)}</Name>
}
