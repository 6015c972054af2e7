import { useEffect } from 'react'
import { issueSentence } from '#web/i18n/issue-sentences.ts'
import type { Form } from '#web/ui/form/record-form.tsx'
import type { FieldSpec, FormValues } from './form-of.ts'

export function useEarlyIssue(form: Form<FormValues>, { field, issueIn }: FieldSpec): void {
  const { values, setFieldError, clearFieldError } = form
  useEffect(() => {
    if (!issueIn) return
    const issue = issueIn(values)
    if (issue) setFieldError(field, issueSentence(issue))
    else clearFieldError(field)
  }, [field, issueIn, values, setFieldError, clearFieldError])
}
