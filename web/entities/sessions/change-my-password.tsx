import { Text } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { resultOf } from '#web/store/base/result-of.ts'
import { RecordForm } from '#web/ui/form/record-form.tsx'
import { required } from '#web/ui/form/required.ts'
import { SecretInput } from '#web/ui/form/secret-input.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { totpPath } from './totp.ts'

interface ChangeMyPasswordProps<Result> {
  /** Appended to the second factor's path. */
  readonly action: '' | '/remove' | '/recovery-codes'
  readonly submit: string
  readonly onResult: (response: Result) => void
  readonly onCancel: () => void
  readonly children: ReactNode
}

const initial = { password: '' }
const secrets = ['password'] as const

export function ChangeMyPassword<Result>({
  action,
  submit,
  onResult,
  onCancel,
  children,
}: ChangeMyPasswordProps<Result>) {
  const { t } = useTranslation('security')
  const { online } = useStore()
  const result = useRef<Result>(undefined)
  const send = async (values: typeof initial) =>
    void (result.current = (await online.request('POST', `${totpPath}${action}`, values)) as Result)
  return (
    <RecordForm
      initial={initial}
      submit={submit}
      submitting={t('checking')}
      failed={t('factorFailed')}
      save={(values) => resultOf(() => send(values))}
      onSaved={() => onResult(result.current!)}
      onCancel={onCancel}
      secrets={secrets}
    >
      {(form) => (
        <>
          <Text data-wide>{children}</Text>
          <SecretInput
            {...required}
            label={t('oldPassword')}
            autoComplete="current-password"
            wrapperProps={{ 'data-wide': 'true' }}
            {...form.getInputProps('password')}
          />
        </>
      )}
    </RecordForm>
  )
}
