import { useTranslation } from 'react-i18next'
import type { Entity } from '#schema/kernel/entity.ts'
import { type EntityName, registry } from '#schema/registry.ts'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { pluralName, textOf } from '#web/records/names/entity-texts.ts'
import { RecordName } from '#web/records/names/record-name.tsx'

interface BelongsToProps {
  readonly entity: EntityName
  readonly reference: string
  readonly id: string
}

export function BelongsTo({ entity, reference, id }: BelongsToProps) {
  const { t } = useTranslation('common')
  const { storage } = (registry[entity] as Entity).fields[reference]!
  if (storage.kind !== 'reference') return null
  return (
    <Sentence
      format={(placeholder) => {
        const name = placeholder!
        return textOf(entity, `of.${reference}`, { name }) ?? t('belongsTo', { many: pluralName(entity), name })
      }}
      parts={[<RecordName entity={storage.to as EntityName} key="name" id={id} />]}
    />
  )
}
