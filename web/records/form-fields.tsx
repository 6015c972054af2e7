import type { ComponentType } from 'react'
import type { Form } from '#web/ui/form/record-form.tsx'
import { Field } from './field.tsx'
import type { AnyForm, FormValues, Mode } from './form-of.ts'

/** What a form shows next to its fields while a person types. */
export interface AsideProps {
  readonly values: FormValues
  readonly currency: string
}
export type Aside = ComponentType<AsideProps>

interface FormFieldsProps extends AsideProps {
  readonly form: Form<FormValues>
  readonly of: AnyForm
  readonly mode: Mode
  readonly aside?: Aside | undefined
}

/** Every field of a form, in the form's order. */
export const FormFields = ({ form, of, mode, values, currency, aside: Beside }: FormFieldsProps) => (
  <>
    {of.plansOf(mode).map((plan, index) => (
      <Field
        key={plan.field}
        form={form}
        entity={of.entity}
        plan={plan}
        mode={mode}
        currency={currency}
        isFirst={index === 0}
      />
    ))}
    {Beside && <Beside values={values} currency={currency} />}
  </>
)
