import i18next from 'i18next'
import type { ChangedValue } from '#schema/kernel/field-types.ts'
import type { EntityName } from '#schema/registry.ts'
import { fieldLabel } from '#web/records/names/entity-texts.ts'
import { FieldValue } from '#web/records/columns/field-value.tsx'
import { Sentence } from '#web/ui/format/sentence.tsx'
import classes from './history.module.css'

interface ChangedValuesProps {
  readonly entity: EntityName
  readonly id: string
  readonly changes: readonly ChangedValue[]
}

/** "Amount: $355,000.00 → $999,000.00". An amount has the currency that it had then. */
export function ChangedValues({ entity, id, changes }: ChangedValuesProps) {
  const before = Object.fromEntries(changes.map(([field, from]) => [field, from]))
  const after = Object.fromEntries(changes.map(([field, , to]) => [field, to]))
  const show = (field: string, values: Readonly<Record<string, unknown>>) => (
    <FieldValue owner={{ entity, id, values, names: {} }} field={field} value={values[field]} />
  )
  return (
    <dl className={classes['changes']}>
      {changes.map(([field]) => (
        <div key={field}>
          <dt>{fieldLabel(entity, field)}</dt>
          <dd>
            <Sentence
              format={(from, to) => i18next.t('sync:fromTo', { before: from, after: to })}
              parts={[show(field, before), show(field, after)]}
            />
          </dd>
        </div>
      ))}
    </dl>
  )
}
