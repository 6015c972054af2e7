import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { AnyRow, Entity } from '#schema/kernel/entity.ts'
import type { AccountName } from '#schema/kernel/sealed.ts'
import { registry, type Row } from '#schema/registry.ts'
import { fieldLabel, screenText } from '#web/records/names/entity-texts.ts'
import { Field } from '#web/records/form/field.tsx'
import type { FormValues } from '#web/records/form/form-of.ts'
import { type Form, RecordForm } from '#web/ui/form/record-form.tsx'
import { required } from '#web/ui/form/required.ts'
import { SecretInput } from '#web/ui/form/secret-input.tsx'
import { toast } from '#web/ui/overlay/toasts/toast.ts'
import { useStore } from '#web/ui/store-context.ts'
import type { AccountKind, ShownField } from './account-kinds.ts'

interface AccountFormProps {
  readonly kind: AccountKind
  readonly row: Row<AccountName> | undefined
  readonly onDone: () => void
}

/** Sealed values start empty; those left empty do not change. No draft is stored on the device. */
export function AccountForm({ kind: { entity, open, sealed }, row, onDone }: AccountFormProps) {
  const { t } = useTranslation(['accounts', 'common'])
  const store = useStore()
  const mode = row ? 'edit' : 'create'
  const initial: FormValues = {
    ...(row ? open.fromRow(row) : open.blank('')),
    ...Object.fromEntries(sealed.map(({ inputName }) => [inputName, ''])),
  }
  const save = (values: FormValues) => {
    const entered = sealed.map(({ inputName: field }) => [field, String(values[field]).trim()] as const)
    const fields = {
      ...open.toFields(values, '', row),
      ...Object.fromEntries(entered.filter(([, value]) => value !== '')),
    }
    return row ? store.update(entity, row, fields) : store.create(entity, fields)
  }
  return (
    <RecordForm
      initial={initial}
      submit={row ? t('common:save') : screenText(entity, 'createSubmit')}
      submitting={row ? t('common:saving') : screenText(entity, 'creating')}
      failed={screenText(entity, row ? 'updateFailed' : 'createFailed')}
      save={save}
      onSaved={() => {
        toast.success(screenText(entity, row ? 'updated' : 'created'))
        onDone()
      }}
      onCancel={onDone}
      secrets={Object.keys(initial)}
    >
      {(form) => (
        <>
          {open.specsFor(mode).map((plan, index) => (
            <Field
              key={plan.field}
              form={form}
              entity={entity}
              plan={plan}
              mode={mode}
              currency=""
              isFirst={index === 0}
            />
          ))}
          {sealed.map((each) => (
            <SealedInput key={each.inputName} form={form} of={registry[entity]} field={each} row={row} />
          ))}
        </>
      )}
    </RecordForm>
  )
}

interface SealedInputProps {
  readonly form: Form<FormValues>
  readonly of: Entity
  readonly field: ShownField
  readonly row: AnyRow | undefined
}

function SealedInput({ form, of, field: { field, inputName, shownBy }, row }: SealedInputProps) {
  const { t } = useTranslation('accounts')
  const end = row?.[shownBy] ?? null
  const Input = inputName === 'apiKey' ? SecretInput : TextInput
  return (
    <Input
      {...(!of.fields[field]!.nullable && !row && required)}
      label={fieldLabel(of.name, shownBy)}
      {...(end !== null && { description: t('keepEmpty', { end }) })}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="off"
      spellCheck={false}
      dir="ltr"
      {...(form.getInputProps(inputName) as object)}
    />
  )
}
