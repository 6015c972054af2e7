import { useEffect, useRef } from 'react'
import type { EntityName } from '#schema/registry.ts'
import type { Values } from '#schema/parse.ts'
import type { Form } from '#web/ui/form/record-form.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { currencyOf } from './currency-of.ts'
import type { FormValues } from './form-of.ts'
import { readerOf } from './read-any.ts'

interface FollowCurrencyProps {
  readonly form: Form<FormValues>
  readonly entity: EntityName
  readonly given: Values
  /** The currency of a form that knows no other. */
  readonly usual: string
}

/** A new record's currency becomes that of the record it belongs to, until the person chooses one. */
export function FollowCurrency({ form, entity, given, usual }: FollowCurrencyProps) {
  const read = readerOf(useStore())
  const belonging = currencyOf(entity, { ...form.values, ...given, currency: undefined }, read) ?? usual
  const followed = useRef(belonging)
  useEffect(() => {
    const before = followed.current
    followed.current = belonging
    if (belonging !== before && form.values['currency'] === before) form.setFieldValue('currency', belonging)
  }, [belonging, form])
  return null
}
