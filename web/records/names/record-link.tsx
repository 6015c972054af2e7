import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import type { EntityName } from '#schema/registry.ts'
import { useRow } from '#web/records/data/use-table.ts'
import { hasDetails } from './entity-texts.ts'
import { useRecordLink } from './record-link-context.ts'
import { RecordName } from './record-name.tsx'
import { ScreenLink } from './screen-path.tsx'

interface RecordLinkProps {
  readonly entity: EntityName
  readonly id: string
  readonly fallback?: string | null | undefined
  /** By default the record's name. */
  readonly children?: ReactNode
}

/** Plain text where the person cannot open the record. */
export function RecordLink({ entity, id, fallback, children }: RecordLinkProps) {
  const address = useRecordLink()(entity, id)
  const isKnown = useRow(entity, id) !== undefined
  const content = children ?? <RecordName entity={entity} id={id} fallback={fallback} />
  if (!address || !isKnown || !hasDetails(entity)) return content
  return (
    <Anchor component={ScreenLink} to={address.to} search={address.search} inherit>
      {content}
    </Anchor>
  )
}
