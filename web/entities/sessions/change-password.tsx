import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RecordForm } from '#web/ui/form/record-form.tsx'
import { required } from '#web/ui/form/required.ts'
import { SecretInput } from '#web/ui/form/secret-input.tsx'
import { resultOf } from '#web/store/base/result-of.ts'
import { Dialog } from '#web/ui/overlay/dialogs/dialog.tsx'
import { toast } from '#web/ui/overlay/toasts/toast.ts'
import { useStore } from '#web/ui/store-context.ts'

const initial = { oldPassword: '', newPassword: '' }
const secrets = ['oldPassword', 'newPassword'] as const

/** The server ends all other sessions. */
export function ChangePassword() {
  const { t } = useTranslation('security')
  const { online } = useStore()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Text c="dimmed">{t('passwordText')}</Text>
      <Group>
        <Button variant="default" onClick={() => setOpen(true)}>
          {t('changePassword')}
        </Button>
      </Group>
      <Dialog opened={isOpen} title={t('changePassword')} onClose={close} form>
        <RecordForm
          initial={initial}
          submit={t('changePassword')}
          submitting={t('changing')}
          failed={t('passwordFailed')}
          save={(values) => resultOf(() => online.request('POST', '/api/auth/password', values))}
          onSaved={() => {
            toast.success(t('passwordChanged'))
            close()
            void online.read('sessions')
          }}
          onCancel={close}
          secrets={secrets}
        >
          {(form) => (
            <>
              <SecretInput
                {...required}
                label={t('oldPassword')}
                autoComplete="current-password"
                wrapperProps={{ 'data-wide': 'true' }}
                {...form.getInputProps('oldPassword')}
              />
              <SecretInput
                {...required}
                label={t('newPassword')}
                description={t('newPasswordHint')}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                autoComplete="new-password"
                wrapperProps={{ 'data-wide': 'true' }}
                {...form.getInputProps('newPassword')}
              />
            </>
          )}
        </RecordForm>
      </Dialog>
    </>
  )
}
