import { type ReactNode, useRef } from 'react'
import type { Entity } from '#schema/kernel/entity.ts'
import type { Issues } from '#schema/kernel/issues.ts'
import type { Values } from '#schema/kernel/parse.ts'
import { registry } from '#schema/registry.ts'
import type { Command } from '#web/store/base/command.ts'
import { type Form, RecordForm } from '#web/ui/form/record-form.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { reportSaved } from '#web/records/actions/report-saved.ts'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import { currencyInForm, currencyOf } from '#web/records/data/currency-of.ts'
import { type CreatableEntity, screenText, textOf } from '#web/records/names/entity-texts.ts'
import { type Aside, FormFields, type FormNotice } from './form-fields.tsx'
import { type AnyForm, visibleFields, type FormValues } from './form-of.ts'
import { titleInStore } from '#web/records/names/title-in-store.ts'
import { useOpenRecord } from '#web/records/names/use-open-record.ts'
import { readerOf } from '#web/records/data/read-any.ts'

export interface CreateRecordProps {
  readonly form: AnyForm<CreatableEntity>
  readonly aside?: Aside | undefined
  readonly notice?: FormNotice | undefined
  readonly preset?: Values
  readonly fixedValues?: Values
  readonly onCreated?: (id: string) => void
  readonly above?: (form: Form<FormValues>) => ReactNode
  readonly extraIssue?: (values: FormValues) => string | undefined
  readonly file?: File | undefined
  readonly withFile?: ((id: string) => Values) | undefined
  readonly savedText?: string | undefined
  readonly onDone: () => void
  readonly onSaved?: (() => void) | undefined
}

export function CreateRecord(props: CreateRecordProps) {
  const {
    form: formPlan,
    aside,
    notice,
    preset = {},
    fixedValues = {},
    onCreated,
    above,
    extraIssue,
    savedText,
    file,
    withFile,
    onDone,
  } = props
  const { onSaved = onDone } = props
  const store = useStore()
  const today = useToday()
  const { entity } = formPlan
  const created = useRef('')
  const openRecord = useOpenRecord()
  const { fields }: Entity = registry[entity]
  const currencyIn = currencyInForm(store, entity, { currency: fields['currency']?.default, ...fixedValues })
  const defaultCurrency = currencyOf(entity, { ...fixedValues, ...preset }, readerOf(store))
  const createWith = (file: File, fields: Values) => {
    const id = store.newId()
    return store.commit([{ op: 'create', entity, id, fields: { ...fields, ...withFile?.(id) } } as Command], file)
  }
  return (
    <RecordForm
      initial={formPlan.blank(today, { ...(defaultCurrency && { currency: defaultCurrency }), ...preset })}
      submit={screenText(entity, 'createSubmit')}
      submitting={screenText(entity, 'creating')}
      failed={screenText(entity, 'createFailed')}
      save={async (values) => {
        const issue = extraIssue?.(values)
        if (issue) throw new Error(issue)
        const visible = visibleFields(
          formPlan,
          'create',
          formPlan.toFields(values, currencyIn(values)),
          { ...fixedValues, ...values },
          store,
        )
        const fields = { ...visible, ...fixedValues }
        const result = await (file ? createWith(file, fields) : store.create(entity, fields))
        if (!result.ok) return { ...result, issues: onCreate(result.issues) }
        created.current = result.id
        return result
      }}
      onSaved={(outcome) => {
        reportSaved(store, outcome, savedText ?? screenText(entity, 'created'), {
          title: textOf(entity, 'createdTitle') ?? undefined,
          name: titleInStore(store, entity, created.current),
          open: openRecord(entity, created.current),
        })
        onSaved()
        onCreated?.(created.current)
      }}
      onCancel={onDone}
    >
      {(form) => (
        <>
          {above?.(form)}
          <FormFields
            form={form}
            formPlan={formPlan}
            mode="create"
            values={form.values}
            currency={currencyIn(form.values)}
            fixedValues={fixedValues}
            aside={aside}
            notice={notice}
          />
        </>
      )}
    </RecordForm>
  )
}

/** A new record has no project name that the message could use. */
const onCreate = (issues: Issues): Issues =>
  Object.fromEntries(
    Object.entries(issues).map(([field, issue]) => [field, issue.key === 'projectName' ? { key: 'name' } : issue]),
  )
