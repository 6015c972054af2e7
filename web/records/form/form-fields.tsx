import { useMediaQuery } from '@mantine/hooks'
import { type ComponentType, Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { Values } from '#schema/kernel/parse.ts'
import type { Form } from '#web/ui/form/record-form.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { AdvancedFields } from './advanced-fields.tsx'
import { Field } from './field.tsx'
import classes from './form-fields.module.css'
import type { AnyForm, FieldPlan, FormValues, Mode } from './form-of.ts'

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
  readonly of: AnyForm
  readonly mode: Mode
  readonly given?: Values
  readonly aside?: Aside | undefined
  readonly notice?: FormNotice | undefined
}

export function FormFields(props: FormFieldsProps) {
  const { form, of, mode, values, currency, given, aside: Beside, notice: Notice } = props
  const { t } = useTranslation('common')
  const isWide = useMediaQuery('(min-width: 52em)', undefined, { getInitialValueInEffect: false })
  const store = useStore()
  const all = { ...given, ...values }
  const plans = of.plansOf(mode).filter(({ when }) => when?.(all, store) !== false)
  const [usual, advanced] = [plans.filter((each) => !each.isAdvanced), plans.filter((each) => each.isAdvanced)]
  const field = (plan: FieldPlan) => (
    <Field
      form={form}
      entity={of.entity}
      plan={plan}
      mode={mode}
      values={all}
      currency={currency}
      isFirst={plan === usual[0]}
    />
  )
  const last = usual.findLast((plan) => Beside?.about?.includes(plan.field)) ?? usual.at(-1)
  const aside = Beside && <Beside values={values} currency={currency} />
  const fields = (
    <>
      {usual.map((plan) => (
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
      {Notice && <Notice values={all} mode={mode} />}
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
