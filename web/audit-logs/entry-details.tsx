import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { AnyRow } from '#schema/entity.ts'
import { type EntityName, entityNamed } from '#schema/registry.ts'
import { fieldLabel } from '#web/records/entity-texts.ts'
import { RecordValue } from '#web/records/record-value.tsx'
import { Moment } from '#web/ui/format/moment.tsx'
import { Name } from '#web/ui/format/name.tsx'
import { Fact, Facts } from '#web/ui/page/facts.tsx'
import { PlainTable } from '#web/ui/table/plain-table.tsx'
import { type Entry, fieldsIn } from './entry.ts'
import { Actor, EntrySentence } from './entry-sentence.tsx'

/** What an entry says, with each value as the record's screens show it. */
export function EntryDetails({ entry }: { readonly entry: Entry }) {
  const { t } = useTranslation('audit')
  const { entity, timestamp, deviceTime, before, after } = entry
  const fields = fieldsIn(entry)
  return (
    <Stack gap="lg">
      <Text fw={600}>
        <EntrySentence entry={entry} />
      </Text>
      <Facts>
        <Fact name={t('who')}>
          <Actor entry={entry} />
        </Fact>
        <Fact name={t('when')}>
          <Moment at={timestamp} />
        </Fact>
        {deviceTime && (
          <Fact name={t('deviceTime')}>
            <Moment at={deviceTime} />
          </Fact>
        )}
      </Facts>
      {fields.length > 0 && (
        <PlainTable
          label={t('details')}
          stacked
          columns={[{ header: t('field') }, { header: t('before') }, { header: t('after') }]}
          rows={fields.map((field) => ({
            id: field,
            cells: [
              fieldLabel(entity, field),
              <Value key="before" entity={entity} values={before} field={field} />,
              <Value key="after" entity={entity} values={after} field={field} />,
            ],
          }))}
        />
      )}
    </Stack>
  )
}

interface ValueProps {
  readonly entity: string
  readonly values: Entry['before']
  readonly field: string
}

function Value({ entity, values, field }: ValueProps) {
  const { t } = useTranslation('common')
  const value = values?.[field]
  if (value === undefined || value === null) return t('none')
  const kind = entityNamed(entity)?.fields[field]?.storage.kind
  // An entry may not say the currency of an amount.
  if (kind && kind !== 'decimal' && typeof value !== 'object')
    return <RecordValue entity={entity as EntityName} row={values as AnyRow} field={field} money="exact" />
  return <Name>{typeof value === 'string' ? value : JSON.stringify(value)}</Name>
}
