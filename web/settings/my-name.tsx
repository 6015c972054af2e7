import { Button, Group, TextInput } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { userPath } from '#schema/sync/protocol.ts'
import { fieldLabel } from '#web/records/names/entity-texts.ts'
import { useSession } from '#web/session/session-context.ts'
import { resultOf } from '#web/store/base/result-of.ts'
import { RecordForm } from '#web/ui/form/record-form.tsx'
import { required } from '#web/ui/form/required.ts'
import { Dialog } from '#web/ui/overlay/dialogs/dialog.tsx'
import { toast } from '#web/ui/overlay/toasts/toast.ts'
import { useStore } from '#web/ui/store-context.ts'

/** The session is fetched again: the name is in the menu, and devices remember it. */
export function MyName() {
  const { t } = useTranslation(['settings', 'common'])
  const { identity, online } = useStore()
  const session = useSession()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const initial = { firstName: identity.firstName ?? '', lastName: identity.lastName ?? '' }
  return (
    <Group>
      <Button
        variant="default"
        leftSection={<IconPencil size={18} stroke={1.6} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {t('changeName')}
      </Button>
      <Dialog opened={isOpen} title={t('changeName')} onClose={close} size="md" form>
        <RecordForm
          initial={initial}
          submit={t('common:save')}
          submitting={t('common:saving')}
          failed={t('nameFailed')}
          save={({ firstName, lastName }) =>
            resultOf(() =>
              online.request('PATCH', userPath, { firstName: firstName.trim(), lastName: lastName.trim() || null }),
            )
          }
          onSaved={() => {
            toast.success(t('nameChanged'))
            close()
            void session.refresh()
          }}
          onCancel={close}
        >
          {(form) => (
            <>
              <TextInput
                {...required}
                label={fieldLabel('users', 'firstName')}
                autoComplete="given-name"
                wrapperProps={{ 'data-wide': 'true' }}
                {...form.getInputProps('firstName')}
              />
              <TextInput
                label={fieldLabel('users', 'lastName')}
                autoComplete="family-name"
                wrapperProps={{ 'data-wide': 'true' }}
                {...form.getInputProps('lastName')}
              />
            </>
          )}
        </RecordForm>
      </Dialog>
    </Group>
  )
}
