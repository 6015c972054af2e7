import { useState } from 'react'
import type { EntityName, Row } from '#schema/registry.ts'
import { useRow } from './use-table.ts'

interface LastRow<Name extends EntityName> {
  readonly row: Row<Name> | undefined
  readonly isDeleted: boolean
}

export function useLastRow<Name extends EntityName>(name: Name, id: string | undefined): LastRow<Name> {
  const current = useRow(name, id)
  const [last, setLast] = useState(current)
  if (current && current !== last) setLast(current)
  if (!id && last) setLast(undefined)
  const row = current ?? (last?.id === id ? last : undefined)
  return { row, isDeleted: row !== undefined && current === undefined }
}
