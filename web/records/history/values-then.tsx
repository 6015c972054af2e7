import { Text } from '@mantine/core'
import i18next from 'i18next'
import type { AnyRow } from '#schema/kernel/entity.ts'
import { isErased } from '#schema/kernel/erased-value.ts'
import { isSame } from '#schema/records/change.ts'
import { recordedFields } from '#schema/records/changed-values.ts'
import { type EntityName, registry } from '#schema/registry.ts'
import { RecordValue } from '#web/records/columns/record-value.tsx'
import { fieldLabel } from '#web/records/names/entity-texts.ts'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { Fact, Facts } from '#web/ui/page/facts.tsx'

interface ValuesThenProps {
  readonly entity: EntityName
  readonly now: AnyRow
  readonly then: AnyRow
}

/** What people set, with the present value where it has changed since. */
export function ValuesThen({ entity, now, then }: ValuesThenProps) {
  const fields = recordedFields(registry[entity])
  const changed = fields.filter((field) => !isSame(now[field], then[field]))
  const shown = fields.filter((field) => changed.includes(field) || hasValue(then[field]))
  const valueIn = (row: AnyRow, field: string) =>
    isErased(row[field]) ? (
      i18next.t('audit:erased')
    ) : (
      <RecordValue key={field} entity={entity} row={row} field={field} money="exact" />
    )
  return (
    <>
      {changed.length === 0 && <Text c="dimmed">{i18next.t('common:asItWasSame')}</Text>}
      <Facts>
        {shown.map((field) => (
          <Fact key={field} name={fieldLabel(entity, field)}>
            {valueIn(then, field)}
            {changed.includes(field) && (
              <Text size="sm" c="dimmed" component="div">
                <Sentence format={(value) => i18next.t('common:valueNow', { value })} parts={[valueIn(now, field)]} />
              </Text>
            )}
          </Fact>
        ))}
      </Facts>
    </>
  )
}

const hasValue = (value: unknown): boolean => value !== null && value !== undefined && value !== ''
