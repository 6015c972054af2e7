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
import { type AnyForm, askedOf, type FormValues } from './form-of.ts'
import { readerOf } from '#web/records/data/read-any.ts'

export interface CreateRecordProps {
  readonly form: AnyForm<CreatableEntity>
  readonly aside?: Aside | undefined
  readonly notice?: FormNotice | undefined
  /** Values chosen in advance, from where the person came; they may change them. */
  readonly preset?: Values
  /** Values that the form does not ask, because they follow from where it was opened. */
  readonly given?: Values
  readonly onCreated?: (id: string) => void
  /** Stands above the fields. */
  readonly above?: (form: Form<FormValues>) => ReactNode
  /** What is wrong besides the fields, as a sentence; then nothing is saved. */
  readonly checks?: (values: FormValues) => string | undefined
  /** The record's file, which is kept on this device with it. */
  readonly file?: File | undefined
  /** What the record has from its file. */
  readonly withFile?: ((id: string) => Values) | undefined
  /** What is told of the new record, when it is not the entity's usual text. */
  readonly said?: string | undefined
  readonly onDone: () => void
  /** Called in place of `onDone` once it is saved. */
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
    said,
    file,
    withFile,
    onDone,
  } = props
  const { onSaved = onDone } = props
  const store = useStore()
  const today = useToday()
  const { entity } = of
  const created = useRef('')
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
        const asked = askedOf(of, 'create', of.toFields(values, currencyIn(values)), { ...given, ...values }, store)
        const fields = { ...asked, ...given }
        const result = await (file ? createWith(file, fields) : store.create(entity, fields))
        if (!result.ok) return { ...result, issues: onCreate(result.issues) }
        created.current = result.id
        return result
      }}
      onSaved={() => {
        toast.saved(store, said ?? screenText(entity, 'created'), textOf(entity, 'createdTitle') ?? undefined)
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

/** A new record has nothing yet by which its message could name it. */
const onCreate = (issues: Issues): Issues =>
  Object.fromEntries(
    Object.entries(issues).map(([field, issue]) => [field, issue.key === 'projectName' ? { key: 'name' } : issue]),
  )
