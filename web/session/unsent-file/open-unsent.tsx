import i18next from 'i18next'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { IssueKey } from '#schema/kernel/issues.ts'
import type { AdoptResult } from '#web/store/base/unsent-work.ts'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { FileDrop } from '#web/ui/form/file-drop.tsx'
import { RecordForm } from '#web/ui/form/record-form.tsx'
import { required } from '#web/ui/form/required.ts'
import { SecretInput } from '#web/ui/form/secret-input.tsx'
import { Dialog } from '#web/ui/overlay/dialogs/dialog.tsx'
import { toast } from '#web/ui/overlay/toasts/toast.ts'
import { useStore } from '#web/ui/store-context.ts'
import { openWork } from './sealed-work.ts'
import { unsentFileExtension } from './unsent-file-extension.ts'

const emptyValues = { passphrase: '', file: '' }
const secrets = ['passphrase']

const invalid = (field: keyof typeof emptyValues, key: IssueKey) =>
  ({ ok: false, issues: { [field]: { key } } }) as const

interface OpenUnsentProps {
  readonly opened: boolean
  readonly onClose: () => void
}

export function OpenUnsent({ opened, onClose }: OpenUnsentProps) {
  const { t } = useTranslation(['session', 'common'])
  const store = useStore()
  const [file, setFile] = useState<File>()
  const importResult = useRef<AdoptResult>(undefined)
  const close = () => {
    setFile(undefined)
    onClose()
  }
  const importFile = async ({ passphrase }: typeof emptyValues) => {
    if (!file) return invalid('file', 'required')
    if (passphrase === '') return invalid('passphrase', 'required')
    const opened = await openWork(passphrase, file)
    if (opened.kind === 'refused')
      return invalid(opened.because === 'passphrase' ? 'passphrase' : 'file', opened.because)
    importResult.current = await store.adoptWork(opened.text, opened.read)
    if (importResult.current.kind === 'refused') return invalid('file', importResult.current.because)
    return { ok: true, changeId: '', id: '' } as const
  }
  return (
    <Dialog opened={opened} title={t('unsentOpenTitle')} onClose={close} size="md" small>
      <RecordForm
        initial={emptyValues}
        submit={t('unsentOpen')}
        submitting={t('unsentOpening')}
        failed={t('unsentOpenFailed')}
        save={importFile}
        onSaved={() => {
          showResult(importResult.current)
          close()
        }}
        onCancel={close}
        secrets={secrets}
      >
        {(form) => (
          <>
            <FileDrop
              label={t('unsentFile')}
              hint={t('unsentFileHint')}
              accept={[unsentFileExtension]}
              file={file}
              error={form.errors['file'] as string | undefined}
              onFile={(newFile) => {
                form.setFieldValue('file', newFile?.name ?? '')
                setFile(newFile)
              }}
            />
            <SecretInput
              {...required}
              label={t('passphrase')}
              autoComplete="off"
              wrapperProps={{ 'data-wide': 'true' }}
              {...form.getInputProps('passphrase')}
            />
          </>
        )}
      </RecordForm>
    </Dialog>
  )
}

function showResult(result: AdoptResult | undefined): void {
  if (result?.kind !== 'taken') return
  const { taken, known, newer } = result
  if (taken > 0) toast.success(i18next.t('session:unsentTaken', { count: taken, n: count(taken) }))
  else if (known > 0) toast.success(i18next.t('session:unsentKnown', { count: known, n: count(known) }))
  if (newer > 0) toast.error(i18next.t('session:unsentNewer', { count: newer, n: count(newer) }))
}
