import { Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { AnyRow } from '#schema/kernel/entity.ts'
import { type EntityName, entityNamed } from '#schema/registry.ts'
import { choiceText } from '#web/records/names/choice-text.ts'
import { RecordValue } from '#web/records/columns/record-value.tsx'
import { Name } from '#web/ui/format/name.tsx'
import { PlainTable } from '#web/ui/table/plain-table.tsx'
import { type AuditSearch, type AuditEntry, fieldsIn } from './entry.ts'
import { EntryFacts } from './entry-facts.tsx'
import { EntrySentence } from './entry-sentence.tsx'
import { partsText } from './value-text.ts'
import { entryFieldLabel } from './entry-labels.ts'

interface EntryDetailsProps {
  readonly entry: AuditEntry
  readonly onShow: (only: AuditSearch) => void
}

export function EntryDetails({ entry, onShow }: EntryDetailsProps) {
  const { t } = useTranslation('audit')
  const { actor, entity, recordId, before, after } = entry
  const fields = fieldsIn(entry)
  return (
    <Stack gap="lg">
      <Text fw={600}>
        <EntrySentence entry={entry} />
      </Text>
      <EntryFacts entry={entry} />
      {fields.length > 0 && (
        <PlainTable
          label={t('details')}
          stacked
          columns={[{ header: t('field') }, { header: t('before') }, { header: t('after') }]}
          rows={fields.map((field) => ({
            id: field,
            cells: [
              entryFieldLabel(entity, field),
              <Value key="before" entity={entity} values={before} field={field} />,
              <Value key="after" entity={entity} values={after} field={field} />,
            ],
          }))}
        />
      )}
      {(recordId ?? actor.userId) !== null && (
        <Group gap="sm">
          {recordId !== null && (
            <Button variant="default" onClick={() => onShow({ entity, recordId })}>
              {t('onlyRecord')}
            </Button>
          )}
          {actor.userId !== null && (
            <Button variant="default" onClick={() => onShow({ actor: actor.userId! })}>
              {t('onlyPerson')}
            </Button>
          )}
        </Group>
      )}
    </Stack>
  )
}

interface ValueProps {
  readonly entity: string
  readonly values: AuditEntry['before']
  readonly field: string
}

function Value({ entity, values, field }: ValueProps) {
  const { t } = useTranslation('common')
  const value = values?.[field]
  if (value === undefined || value === null) return t('none')
  const kind = entityNamed(entity)?.fields[field]?.storage.kind
  // An entry may lack the currency of an amount.
  if (kind && kind !== 'decimal' && typeof value !== 'object')
    return <RecordValue entity={entity as EntityName} row={values as AnyRow} field={field} money="exact" />
  return <Name>{choiceText(entity, field, value) ?? partsText(value)}</Name>
}
