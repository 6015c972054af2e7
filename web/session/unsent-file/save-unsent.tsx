// Saves the changes that did not reach the server as a file that opens with the person's passphrase only.
import { PasswordInput, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { RecordForm } from '#web/ui/form/record-form.tsx'
import { required } from '#web/ui/form/required.ts'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { useStore } from '#web/ui/store-context.ts'
import { sealText } from './sealed-text.ts'
import { unsentEnding } from './unsent-ending.ts'

const shortest = 12
const blank = { passphrase: '', again: '' }
const secrets = ['passphrase', 'again']

interface SaveUnsentProps {
  readonly opened: boolean
  readonly onSaved?: () => void
  readonly onClose: () => void
}

export function SaveUnsent({ opened, onSaved, onClose }: SaveUnsentProps) {
  const { t } = useTranslation(['session', 'common'])
  const store = useStore()
  const save = async ({ passphrase, again }: typeof blank) => {
    if (Array.from(passphrase).length < shortest)
      return { ok: false, issues: { passphrase: { key: 'min', params: { min: shortest } } } } as const
    if (passphrase !== again) return { ok: false, issues: { again: { key: 'otherPassphrase' } } } as const
    const sealed = await sealText(passphrase, store.unsentWork())
    saveFile(`holdfast-${new Date().toISOString().slice(0, 10)}${unsentEnding}`, sealed, 'application/json')
    return { ok: true, changeId: '', id: '' } as const
  }
  return (
    <Dialog opened={opened} title={t('unsentSaveTitle')} onClose={onClose} size="md" small>
      <RecordForm
        initial={blank}
        submit={t('unsentSave')}
        submitting={t('unsentSaving')}
        failed={t('unsentSaveFailed')}
        save={save}
        onSaved={() => {
          onSaved?.()
          onClose()
        }}
        onCancel={onClose}
        secrets={secrets}
      >
        {(form) => (
          <>
            <Text data-wide="true">{t('unsentSaveText')}</Text>
            <PasswordInput
              {...required}
              label={t('passphrase')}
              description={t('passphraseHint')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              autoComplete="off"
              wrapperProps={{ 'data-wide': 'true' }}
              {...form.getInputProps('passphrase')}
            />
            <PasswordInput
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
