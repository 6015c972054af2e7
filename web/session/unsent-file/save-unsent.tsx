import { Text } from '@mantine/core'
import i18next from 'i18next'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { RecordForm } from '#web/ui/form/record-form.tsx'
import { required } from '#web/ui/form/required.ts'
import { SecretInput } from '#web/ui/form/secret-input.tsx'
import { Dialog } from '#web/ui/overlay/dialogs/dialog.tsx'
import { toast } from '#web/ui/overlay/toasts/toast.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { useStore } from '#web/ui/store-context.ts'
import { sealWork } from './sealed-work.ts'
import { unsentFileExtension } from './unsent-file-extension.ts'

const minLength = 12
const emptyValues = { passphrase: '', again: '' }
const secrets = ['passphrase', 'again']

interface SaveUnsentProps {
  readonly opened: boolean
  /** `leftOut` files did not fit. */
  readonly onSaved?: (leftOut: number) => void
  readonly onClose: () => void
}

export function SaveUnsent({ opened, onSaved, onClose }: SaveUnsentProps) {
  const { t } = useTranslation(['session', 'common'])
  const store = useStore()
  const latestLeftOut = useRef(0)
  const save = async ({ passphrase, again }: typeof emptyValues) => {
    if (Array.from(passphrase).length < minLength)
      return { ok: false, issues: { passphrase: { key: 'min', params: { min: minLength } } } } as const
    if (passphrase !== again) return { ok: false, issues: { again: { key: 'otherPassphrase' } } } as const
    const { file, leftOut } = await sealWork(passphrase, (take) => store.unsentWork(take))
    const name = t('unsentName', { day: new Date().toISOString().slice(0, 10) })
    saveFile(`${name}${unsentFileExtension}`, file, 'application/octet-stream')
    latestLeftOut.current = leftOut
    return { ok: true, changeId: '', id: '' } as const
  }
  return (
    <Dialog opened={opened} title={t('unsentSaveTitle')} onClose={onClose} size="md" small>
      <RecordForm
        initial={emptyValues}
        submit={t('unsentSave')}
        submitting={t('unsentSaving')}
        failed={t('unsentSaveFailed')}
        save={save}
        onSaved={() => {
          const { current: leftOut } = latestLeftOut
          if (leftOut > 0) toast.error(i18next.t('session:unsentLeft', { count: leftOut, n: count(leftOut) }))
          onSaved?.(leftOut)
          onClose()
        }}
        onCancel={onClose}
        secrets={secrets}
      >
        {(form) => (
          <>
            <Text data-wide="true">{t('unsentSaveText')}</Text>
            <SecretInput
              {...required}
              label={t('passphrase')}
              description={t('passphraseHint')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              autoComplete="off"
              wrapperProps={{ 'data-wide': 'true' }}
              {...form.getInputProps('passphrase')}
            />
            <SecretInput
              {...required}
              label={t('passphraseAgain')}
              autoComplete="off"
              wrapperProps={{ 'data-wide': 'true' }}
              {...form.getInputProps('again')}
            />
          </>
        )}
      </RecordForm>
    </Dialog>
  )
}
