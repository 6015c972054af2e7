import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Entity } from '#schema/entity.ts'
import { type EntityName, registry } from '#schema/registry.ts'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { manyWord, textOf } from './entity-texts.ts'
import { RecordName } from './record-name.tsx'

interface BelongsToProps {
  readonly entity: EntityName
  /** Record ids by reference field. */
  readonly of: Readonly<Record<string, string>>
  readonly onShowAll: () => void
}

/** Says that the list shows only the rows of one record, and offers to show all. */
export function BelongsTo({ entity, of, onShowAll }: BelongsToProps) {
  const { t } = useTranslation('common')
  const [first] = Object.entries(of)
  if (!first) return null
  const [reference, id] = first
  const { storage } = (registry[entity] as Entity).fields[reference]!
  if (storage.kind !== 'reference') return null
  return (
    <Button variant="light" onClick={onShowAll} rightSection={<IconX size={18} stroke={1.6} aria-hidden="true" />}>
      <Sentence
        say={(place) => {
          const name = place!
          return textOf(entity, `of.${reference}`, { name }) ?? t('belongsTo', { many: manyWord(entity), name })
        }}
        parts={[<RecordName entity={storage.to as EntityName} key="name" id={id} />]}
      />
    </Button>
  )
}
