import { Switch, Textarea, TextInput } from '@mantine/core'
import { type Entity } from '#schema/kernel/entity.ts'
import type { Field as FieldDefinition } from '#schema/kernel/field.ts'
import type { Values } from '#schema/kernel/parse.ts'
import { type EntityName, registry } from '#schema/registry.ts'
import { AmountInput } from '#web/ui/form/amount-input.tsx'
import { ChoiceSelect } from '#web/ui/form/choice-select.tsx'
import { DateInput } from '#web/ui/form/date-input.tsx'
import { currencySign } from '#web/ui/format/numbers/money-format.ts'
import type { Form } from '#web/ui/form/record-form.tsx'
import { required } from '#web/ui/form/required.ts'
import { SuggestInput } from '#web/ui/form/suggest-input.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { currencyOf } from '#web/records/data/currency-of.ts'
import { choiceLabel, fieldLabel, textOf } from '#web/records/names/entity-texts.ts'
import { type FieldSpec, type FormValues, type Mode, unitsOf } from './form-of.ts'
import { readerOf } from '#web/records/data/read-any.ts'
import { ReferenceSelect } from '#web/records/names/reference-select.tsx'
import { useEarlyIssue } from './use-early-issue.ts'
import { useStartToday } from './use-start-today.ts'

interface FieldProps {
  readonly form: Form<FormValues>
  readonly entity: EntityName
  readonly plan: FieldSpec
  readonly mode: Mode
  readonly values?: Values
  readonly currency: string
  readonly isFirst: boolean
}

const isLong = ({ storage }: FieldDefinition): boolean => storage.kind === 'text' && storage.max >= 1000
const isRequired = ({ nullable, default: fallback }: FieldDefinition): boolean => !nullable && fallback === undefined
const mayStayEmpty = ({ storage }: FieldDefinition, { startsEmpty }: FieldSpec): boolean =>
  storage.kind !== 'choice' || startsEmpty === true

export function Field({ form, entity, plan, mode, values = form.values, currency, isFirst }: FieldProps) {
  const { field } = plan
  const definition = (registry[entity] as Entity).fields[field]!
  const { storage } = definition
  const hint = textOf(entity, `hints.${field}`)
  useEarlyIssue(form, plan)
  useStartToday(form, plan)
  const followCurrency = useFollowingCurrency(form, entity, mode)
  const props = {
    ...(isRequired(definition) && mayStayEmpty(definition, plan) && required),
    label: fieldLabel(entity, field),
    ...(hint !== null && { description: hint, inputWrapperOrder: ['label', 'input', 'description', 'error'] as const }),
    ...((plan.isWide || isLong(definition)) && { wrapperProps: { 'data-wide': 'true' } }),
    ...(isFirst && { 'data-autofocus': true }),
    ...form.getInputProps(field),
  } as { readonly label: string; readonly value: string; readonly onChange: (value: unknown) => void }

  switch (storage.kind) {
    case 'flag': {
      const { onChange, ...checkbox } = form.getInputProps(field, { type: 'checkbox' })
      return (
        <Switch
          size="md"
          label={textOf(entity, `switchLabels.${field}`) ?? props.label}
          description={hint}
          wrapperProps={{ 'data-wide': 'true' }}
          {...checkbox}
          onChange={onChange}
        />
      )
    }
    case 'choice':
      return (
        <ChoiceSelect
          {...props}
          options={plan.options?.[mode] ?? storage.options}
          labelOf={(option) => choiceLabel(entity, field, option)}
          {...(plan.whenEmpty && { placeholder: plan.whenEmpty(form.values) })}
        />
      )
    case 'reference':
      return (
        <ReferenceSelect
          {...props}
          entity={storage.to as EntityName}
          {...(plan.sameValuesIn && {
            filterValues: Object.fromEntries(plan.sameValuesIn.map((each) => [each, values[each]])),
          })}
          value={props.value || null}
          onChange={(id) => {
            props.onChange(id ?? '')
            followCurrency(field, id ?? '')
          }}
          clearable={definition.nullable}
        />
      )
    case 'decimal':
      return (
        <AmountInput
          {...props}
          units={unitsOf(definition, currency)}
          precision={storage.precision}
          scale={storage.scale}
          {...(storage.unit === 'money' && { prefix: currencySign(currency) })}
          {...(storage.unit === 'percent' && { suffix: '%' })}
        />
      )
    case 'date':
      return <DateInput {...props} />
    case 'email':
      return <TextInput {...props} type="email" autoComplete="off" />
    case 'url':
      return <TextInput {...props} type="url" autoComplete="off" />
    case 'text':
      if (storage.suggestions)
        return (
          <SuggestInput
            {...props}
            options={storage.suggestions}
            labelOf={(option) => choiceLabel(entity, field, option)}
          />
        )
      if (isLong(definition)) return <Textarea {...props} autosize minRows={2} maxRows={6} />
      return <TextInput {...props} autoComplete="off" {...(storage.holds === 'phone' && { type: 'tel' })} />
    default:
      throw new Error(`There is no input for ${entity}.${field}`)
  }
}

/** The currency follows the chosen parent record until the person chooses another. */
function useFollowingCurrency(form: Form<FormValues>, entity: EntityName, mode: Mode) {
  const read = readerOf(useStore())
  return (field: string, id: string) => {
    if (mode === 'edit' || !Object.hasOwn(form.values, 'currency')) return
    const [before, now] = [form.values[field], id].map((each) => currencyOf(entity, { [field]: each }, read))
    const isChosen = before === undefined ? form.isDirty('currency') : form.values['currency'] !== before
    if (now !== undefined && !isChosen) form.setFieldValue('currency', now)
  }
}
