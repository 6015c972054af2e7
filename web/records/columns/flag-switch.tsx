import { Switch } from '@mantine/core'
import i18next from 'i18next'
import { type EntityName, registry, type Row } from '#schema/registry.ts'
import type { Entity } from '#schema/kernel/entity.ts'
import type { CommandFields } from '#web/store/base/command.ts'
import { reportSaved } from '#web/records/actions/report-saved.ts'
import { reportResult } from '#web/ui/overlay/toasts/report-result.ts'
import { useStore } from '#web/ui/store-context.ts'
import { fieldLabel, screenText, textOf } from '#web/records/names/entity-texts.ts'
import classes from './flag-switch.module.css'
import { readerOf } from '#web/records/data/read-any.ts'
import { recordTitle } from '#web/records/names/record-title.ts'

interface FlagSwitchProps<Name extends EntityName> {
  readonly entity: Name
  readonly row: Row<Name>
  readonly field: keyof Row<Name> & string
  /** The accessible name then includes the record's name. */
  readonly hideLabel?: boolean
}

/** An absent value counts as the field's default. */
export function FlagSwitch<Name extends EntityName>({ entity, row, field, hideLabel = false }: FlagSwitchProps<Name>) {
  const store = useStore()
  const label = fieldLabel(entity, field)
  const done = textOf(entity, `switched.${field}`) ?? screenText(entity, 'updated')
  const title = textOf(entity, `switchedTitle.${field}`) ?? undefined
  const change = (checked: boolean) =>
    reportResult(
      () => store.update(entity, row, { [field]: checked } as CommandFields<Name>),
      (outcome) => reportSaved(store, outcome, done, { title, name: recordTitle(entity, row, readerOf(store)) }),
      textOf(entity, `switchFailed.${field}`) ?? screenText(entity, 'updateFailed'),
    )
  const fallback = (registry[entity] as Entity).fields[field]?.default === true
  return (
    <Switch
      size="md"
      checked={(row[field] as boolean | null) ?? fallback}
      onChange={(event) => change(event.currentTarget.checked)}
      {...(hideLabel
        ? {
            'aria-label': i18next.t('common:labelled', { label, value: recordTitle(entity, row) }),
            classNames: { input: classes['bare'] ?? '' },
          }
        : { label, description: textOf(entity, `hints.${field}`) })}
    />
  )
}
