// The first figure shown in the list, or else up to three of its fields.
import i18next from 'i18next'
import type { EntityName } from '#schema/registry.ts'
import type { ColumnPlans } from '#web/records/columns/record-columns.tsx'
import { isFigure } from '#web/records/figures/is-figure.ts'
import { fieldLabel } from '#web/records/names/entity-texts.ts'
import { listed } from '#web/ui/format/listed.tsx'
import type { AnyForm } from '#web/records/form/form-of.ts'

const maxFields = 3

export function quickFormOf<Name extends EntityName>(
  form: AnyForm<Name>,
  { others }: ColumnPlans<Name>,
): AnyForm<Name> | undefined {
  // Fields that depend on others need the full form.
  const editable = form.specsFor('edit').filter((plan) => !plan.when && !plan.options && !plan.isAdvanced)
  const columns = others.flatMap((column) => ('field' in column ? [column.field as string] : []))
  const shown = editable.filter(({ field }) => columns.includes(field))
  const figure = [...shown, ...editable].find(({ field }) => isFigure(form.entity, field))
  const plans = figure ? [figure] : shown.slice(0, maxFields)
  if (plans.length === 0) return undefined
  return {
    ...form,
    fixed: [],
    specsFor: () => plans,
    fromRow: (row) => {
      const values = form.fromRow(row)
      return Object.fromEntries(plans.map(({ field }) => [field, values[field] ?? '']))
    },
  }
}

export const quickFormLabel = (form: AnyForm): string =>
  i18next.t('common:labelled', {
    label: i18next.t('common:edit'),
    value: listed(form.specsFor('edit').map(({ field }) => fieldLabel(form.entity, field))),
  })
