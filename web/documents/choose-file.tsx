import { useTranslation } from 'react-i18next'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'
import { FileDrop } from '#web/ui/form/file-drop.tsx'
import { endingsFor, wordsOf, wrongFile } from './document-file.ts'

interface ChooseFileProps {
  readonly type: string | null
  readonly file: File | undefined
  readonly onFile: (file: File | undefined) => void
}

/** The file of a document; says what it may be, and that none is kept without a connection. */
export function ChooseFile({ type, file, onFile }: ChooseFileProps) {
  const { t } = useTranslation('documents')
  const { connection } = useSyncStatus()
  const accept = endingsFor(type)
  const hint = t('fileHint', { types: wordsOf(accept) })
  return (
    <FileDrop
      label={t('file')}
      hint={connection === 'offline' ? t('fileOffline') : hint}
      accept={accept}
      file={file}
      error={file && wrongFile(file, type)}
      onFile={onFile}
    />
  )
}
