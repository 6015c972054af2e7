import { useEffect, useEffectEvent } from 'react'
import type { Form } from '#web/ui/form/record-form.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import type { FieldSpec, FormValues } from './form-of.ts'

/** A date that was empty when the form opened stays empty. */
export function useStartToday(form: Form<FormValues>, { field, when, startsToday }: FieldSpec): void {
  const store = useStore()
  const today = useToday()
  const onAppear = useEffectEvent(() => {
    if (!startsToday || form.getValues()[field] !== '' || when?.(form.getInitialValues(), store)) return
    form.setFieldValue(field, today)
  })
  useEffect(() => onAppear(), [])
}
