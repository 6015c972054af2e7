import { useTranslation } from 'react-i18next'
import type { Values } from '#schema/kernel/parse.ts'
import type { EntityName } from '#schema/registry.ts'
import { FileDrop } from '#web/ui/form/file-drop.tsx'
import { extensionsFor, extensionList, fileIssue } from './file-rules.ts'

interface ChooseFileProps {
  readonly entity: EntityName
  readonly record: Values
  readonly file: File | undefined
  readonly about?: string | undefined
  readonly onFile: (file: File | undefined) => void
}

export function ChooseFile({ entity, record, file, about, onFile }: ChooseFileProps) {
  const { t } = useTranslation('files')
  const accept = extensionsFor(entity, record)
  return (
    <FileDrop
      label={t('file')}
      hint={about ?? t('hint', { types: extensionList(accept) })}
      accept={accept}
      file={file}
      error={file && fileIssue(file, entity, record)}
      onFile={onFile}
    />
  )
}
