import { Text } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { resultOf } from '#web/store/base/result-of.ts'
import { RecordForm } from '#web/ui/form/record-form.tsx'
import { required } from '#web/ui/form/required.ts'
import { SecretInput } from '#web/ui/form/secret-input.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { totpPath } from './totp.ts'

interface ChangeMyPasswordProps<Answer> {
  /** Appended to the second factor's path. */
  readonly asks: '' | '/remove' | '/recovery-codes'
  readonly submit: string
  readonly onAnswer: (response: Answer) => void
  readonly onCancel: () => void
  readonly children: ReactNode
}

const initial = { password: '' }
const secrets = ['password'] as const

export function ChangeMyPassword<Answer>({
  asks,
  submit,
  onAnswer,
  onCancel,
  children,
}: ChangeMyPasswordProps<Answer>) {
  const { t } = useTranslation('security')
  const { online } = useStore()
  const answer = useRef<Answer>(undefined)
  const ask = async (values: typeof initial) =>
    void (answer.current = (await online.ask('POST', `${totpPath}${asks}`, values)) as Answer)
  return (
    <RecordForm
      initial={initial}
      submit={submit}
      submitting={t('checking')}
      failed={t('factorFailed')}
      save={(values) => resultOf(() => ask(values))}
      onSaved={() => onAnswer(answer.current!)}
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
