import { useMediaQuery } from '@mantine/hooks'
import { type ComponentType, Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { Values } from '#schema/kernel/parse.ts'
import type { Form } from '#web/ui/form/record-form.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { AdvancedFields } from './advanced-fields.tsx'
import { Field } from './field.tsx'
import classes from './form-fields.module.css'
import type { AnyForm, FieldSpec, FormValues, Mode } from './form-of.ts'

export interface AsideProps {
  readonly values: FormValues
  readonly currency: string
}

export type Aside = ComponentType<AsideProps> & {
  /** On narrow screens the aside is shown below the last of these fields. */
  readonly about?: readonly string[]
}

export type FormNotice = ComponentType<{ readonly values: Values; readonly mode: Mode }>

interface FormFieldsProps extends AsideProps {
  readonly form: Form<FormValues>
  readonly formPlan: AnyForm
  readonly mode: Mode
  readonly fixedValues?: Values
  readonly aside?: Aside | undefined
  readonly notice?: FormNotice | undefined
}

export function FormFields(props: FormFieldsProps) {
  const { form, formPlan, mode, values, currency, fixedValues, aside: Beside, notice: Notice } = props
  const { t } = useTranslation('common')
  const isWide = useMediaQuery('(min-width: 52em)', undefined, { getInitialValueInEffect: false })
  const store = useStore()
  const allValues = { ...fixedValues, ...values }
  const plans = formPlan.specsFor(mode).filter(({ when }) => when?.(allValues, store) !== false)
  const [basicFields, advanced] = [plans.filter((each) => !each.isAdvanced), plans.filter((each) => each.isAdvanced)]
  const field = (plan: FieldSpec) => (
    <Field
      form={form}
      entity={formPlan.entity}
      plan={plan}
      mode={mode}
      values={allValues}
      currency={currency}
      isFirst={plan === basicFields[0]}
    />
  )
  const last = basicFields.findLast((plan) => Beside?.about?.includes(plan.field)) ?? basicFields.at(-1)
  const aside = Beside && <Beside values={values} currency={currency} />
  const fields = (
    <>
      {basicFields.map((plan) => (
        <Fragment key={plan.field}>
          {field(plan)}
          {!isWide && plan === last && aside}
        </Fragment>
      ))}
      {advanced.length > 0 && (
        <AdvancedFields label={t('advanced')} hasError={advanced.some((plan) => form.errors[plan.field] !== undefined)}>
          {advanced.map((plan) => (
            <Fragment key={plan.field}>{field(plan)}</Fragment>
          ))}
        </AdvancedFields>
      )}
      {Notice && <Notice values={allValues} mode={mode} />}
    </>
  )
  if (!Beside) return fields
  return (
    <div className={classes['split']} data-wide="true">
      <div className={classes['fields']}>{fields}</div>
      {isWide && <div className={classes['aside']}>{aside}</div>}
    </div>
  )
}
