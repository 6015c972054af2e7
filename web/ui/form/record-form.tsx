import { Button, Group } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { issueSentences } from '#web/i18n/issue-sentences.ts'
import type { CommitResult, Committed } from '#web/store/base/command.ts'
import { useAriaKeys } from '#web/ui/commands/registered-commands.ts'
import { DeletedNotice } from './deleted-notice.tsx'
import { saveDrafts, useDraft } from './drafts.ts'
import { formText } from './form-text.ts'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { leaveForms } from '#web/ui/overlay/dialogs/leave-forms.ts'
import { useFocusInView } from './focus-in-view.ts'
import { LeaveConfirmation } from './leave-confirmation.tsx'
import { useFirstFocus } from '#web/ui/overlay/dialogs/use-first-focus.ts'
import classes from './record-form.module.css'
import { toast } from '#web/ui/overlay/toasts/toast.ts'
import { clearUnsavedForms, useUnsaved } from '#web/ui/overlay/dialogs/unsaved-forms.ts'
import { useDates } from '#web/ui/format/dates/use-dates.ts'
import { problemText } from '#web/ui/problem-text.ts'
import { useStore } from '#web/ui/store-context.ts'
import { useSlow } from './use-slow.ts'

export type InputValues = Record<string, string | boolean | null>
export type Form<V extends InputValues> = UseFormReturnType<V>

interface RecordFormProps<V extends InputValues> {
  readonly initial: V
  readonly submit: string
  readonly submitting: string
  readonly failed: string
  readonly save: (values: V) => Promise<CommitResult>
  readonly onSaved: (outcome: Committed) => void
  readonly onCancel: () => void
  readonly isDeleted?: boolean
  /** Typing replaces the value of the first field. */
  readonly selectsFirst?: boolean
  readonly secrets?: readonly string[]
  readonly children: (form: Form<V>) => ReactNode
}

/** An error of a field without an input is shown in a toast. */
const hasInput = (values: InputValues, errors: Record<string, string>): string | undefined =>
  Object.entries(errors).find(([field]) => !Object.hasOwn(values, field))?.[1]

export function RecordForm<V extends InputValues>({
  initial,
  submit,
  submitting,
  failed,
  save,
  onSaved,
  onCancel,
  isDeleted = false,
  selectsFirst = false,
  secrets,
  children,
}: RecordFormProps<V>) {
  const { t } = useTranslation('common')
  const { format } = useDates()
  const store = useStore()
  const form = useForm<V>({ initialValues: initial })
  const [busy, setBusy] = useState(false)
  const isSubmitting = useRef(false)
  const slow = useSlow(busy)
  const saveKeys = useAriaKeys('save')
  const element = useRef<HTMLFormElement>(null)
  const [failedSubmits, setRefusals] = useState(0)
  const fieldsWithErrors = Object.keys(form.errors).filter((field) => Object.hasOwn(initial, field)).length
  useUnsaved(form.isDirty())
  useDraft(form, element, secrets)
  useFocusInView(element)
  useFirstFocus(element, 'input, textarea')
  useEffect(() => {
    if (selectsFirst) element.current?.querySelector<HTMLInputElement>('[data-autofocus]')?.select()
  }, [selectsFirst])

  useEffect(() => {
    if (failedSubmits > 0) element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [failedSubmits])

  const submitOnce = async (values: V): Promise<void> => {
    if (isSubmitting.current || isDeleted) return
    isSubmitting.current = true
    setBusy(true)
    try {
      const outcome = await save(values)
      // Until the dialog closes, a second click would create a second record.
      if (outcome.ok) {
        clearUnsavedForms()
        // Before success is shown: a crash afterwards must not restore the saved values as a draft.
        await saveDrafts(store)
        return onSaved(outcome)
      }
      isSubmitting.current = false
      const errors = issueSentences(outcome.issues, format)
      form.setErrors(errors)
      setRefusals((before) => before + 1)
      const hiddenError = hasInput(values, errors)
      if (hiddenError) toast.error(hiddenError)
    } catch (problem) {
      isSubmitting.current = false
      toast.error(problemText(problem) ?? (problem instanceof Error && problem.message ? problem.message : failed))
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <form ref={element} noValidate onSubmit={(event) => form.onSubmit(submitOnce)(event)} className={classes['form']}>
        {isDeleted && <DeletedNotice textToCopy={() => (element.current ? formText(element.current) : '')} />}
        <div className={classes['fields']}>{children(form)}</div>
        <Group justify="flex-end" gap="sm" className={classes['buttons'] ?? ''}>
          <output className={classes['wrong']}>
            {fieldsWithErrors > 0 && t('wrongFields', { count: fieldsWithErrors, n: count(fieldsWithErrors) })}
          </output>
          <Button variant="default" onClick={() => leaveForms(onCancel)}>
            {isDeleted ? t('close') : t('cancel')}
          </Button>
          <Button type="submit" disabled={isDeleted} aria-busy={busy} aria-keyshortcuts={saveKeys}>
            {slow ? submitting : submit}
          </Button>
        </Group>
      </form>
      <LeaveConfirmation />
    </>
  )
}
