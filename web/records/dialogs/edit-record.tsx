import i18next from 'i18next'
import { useState } from 'react'
import type { AnyRow } from '#schema/kernel/entity.ts'
import { withGroups } from '#schema/records/change.ts'
import type { Row } from '#schema/registry.ts'
import { RecordForm } from '#web/ui/form/record-form.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { reportSaved } from '#web/records/actions/report-saved.ts'
import { ChangedNotice } from '#web/records/form/changed-notice.tsx'
import { currencyInForm } from '#web/records/data/currency-of.ts'
import { titleInStore } from '#web/records/names/title-in-store.ts'
import { type EditableEntity, screenText, textOf } from '#web/records/names/entity-texts.ts'
import { type Aside, FormFields, type FormNotice } from '#web/records/form/form-fields.tsx'
import { type AnyForm, visibleFields } from '#web/records/form/form-of.ts'

import { RecordFacts } from '#web/records/columns/record-facts.tsx'

export interface EditRecordProps {
  readonly form: AnyForm<EditableEntity>
  readonly aside?: Aside | undefined
  readonly notice?: FormNotice | undefined
  readonly row: AnyRow
  readonly isDeleted: boolean
  /** Opened for one value, which typing replaces. */
  readonly isQuick?: boolean
  readonly onEdited?: (id: string) => void
  readonly onDone: () => void
}

export function EditRecord({
  form: formPlan,
  aside,
  notice,
  row,
  isDeleted,
  isQuick = false,
  onEdited,
  onDone,
}: EditRecordProps) {
  const store = useStore()
  const { entity } = formPlan
  // The row when the form opened is the base of the update.
  const [seen] = useState(row)
  const fields = [...formPlan.fixed, ...formPlan.specsFor('edit').map(({ field }) => field)]
  const currencyIn = currencyInForm(store, entity, seen)
  return (
    <RecordForm
      initial={formPlan.fromRow(seen)}
      submit={i18next.t('common:save')}
      submitting={i18next.t('common:saving')}
      failed={screenText(entity, 'updateFailed')}
      save={(values) => {
        const fields = formPlan.toFields(values, currencyIn(values), seen)
        return store.update(
          entity,
          seen as Row<EditableEntity>,
          visibleFields(formPlan, 'edit', fields, { ...seen, ...values }, store),
        )
      }}
      onSaved={(outcome) => {
        reportSaved(store, outcome, screenText(entity, 'updated'), {
          title: textOf(entity, 'updatedTitle') ?? undefined,
          name: titleInStore(store, entity, seen.id),
        })
        onEdited?.(seen.id)
        onDone()
      }}
      onCancel={onDone}
      isDeleted={isDeleted}
      selectsFirst={isQuick}
    >
      {(form) => (
        <>
          <ChangedNotice seen={seen} current={row} fields={withGroups(entity, fields)} />
          {formPlan.fixed.length > 0 && (
            <div data-wide="true">
              <RecordFacts entity={entity} row={seen} fields={formPlan.fixed} />
            </div>
          )}
          <FormFields
            form={form}
            formPlan={formPlan}
            mode="edit"
            values={form.values}
            currency={currencyIn(form.values)}
            fixedValues={seen}
            aside={aside}
            notice={notice}
          />
        </>
      )}
    </RecordForm>
  )
}
