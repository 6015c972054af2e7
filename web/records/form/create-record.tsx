import { type ReactNode, useRef } from 'react'
import type { Entity } from '#schema/kernel/entity.ts'
import type { Issues } from '#schema/kernel/issues.ts'
import type { Values } from '#schema/kernel/parse.ts'
import { registry } from '#schema/registry.ts'
import type { Command } from '#web/store/base/command.ts'
import { type Form, RecordForm } from '#web/ui/form/record-form.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { toast } from '#web/ui/overlay/toasts/toast.ts'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import { currencyInForm, currencyOf } from '#web/records/figures/currency-of.ts'
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
  /** Initial values that the person may change. */
  readonly preset?: Values
  /** Fixed values that the form does not show. */
  readonly given?: Values
  readonly onCreated?: (id: string) => void
  readonly above?: (form: Form<FormValues>) => ReactNode
  /** An error besides those of the fields, as a sentence; it prevents saving. */
  readonly checks?: (values: FormValues) => string | undefined
  /** Stored on this device together with the record. */
  readonly file?: File | undefined
  readonly withFile?: ((id: string) => Values) | undefined
  readonly savedText?: string | undefined
  readonly onDone: () => void
  readonly onSaved?: (() => void) | undefined
}

export function CreateRecord(props: CreateRecordProps) {
  const {
    form: of,
    aside,
    notice,
    preset = {},
    given = {},
    onCreated,
    above,
    checks,
    savedText,
    file,
    withFile,
    onDone,
  } = props
  const { onSaved = onDone } = props
  const store = useStore()
  const today = useToday()
  const { entity } = of
  const created = useRef('')
  const openRecord = useOpenRecord()
  const { fields }: Entity = registry[entity]
  const currencyIn = currencyInForm(store, entity, { currency: fields['currency']?.default, ...given })
  const usual = currencyOf(entity, { ...given, ...preset }, readerOf(store))
  const createWith = (file: File, fields: Values) => {
    const id = store.newId()
    return store.commit([{ op: 'create', entity, id, fields: { ...fields, ...withFile?.(id) } } as Command], file)
  }
  return (
    <RecordForm
      initial={of.blank(today, { ...(usual && { currency: usual }), ...preset })}
      submit={screenText(entity, 'createSubmit')}
      submitting={screenText(entity, 'creating')}
      failed={screenText(entity, 'createFailed')}
      save={async (values) => {
        const wrong = checks?.(values)
        if (wrong) throw new Error(wrong)
        const visible = visibleFields(
          of,
          'create',
          of.toFields(values, currencyIn(values)),
          { ...given, ...values },
          store,
        )
        const fields = { ...visible, ...given }
        const result = await (file ? createWith(file, fields) : store.create(entity, fields))
        if (!result.ok) return { ...result, issues: onCreate(result.issues) }
        created.current = result.id
        return result
      }}
      onSaved={() => {
        toast.saved(store, savedText ?? screenText(entity, 'created'), {
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
            of={of}
            mode="create"
            values={form.values}
            currency={currencyIn(form.values)}
            given={given}
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
