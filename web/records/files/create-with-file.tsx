// Both are stored on this device before the dialog reports success.
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CreateRecord, type CreateRecordProps } from '#web/records/form/create-record.tsx'
import { ChooseFile } from './choose-file.tsx'
import { nameOfFile, fileIssue } from './file-rules.ts'

interface CreateWithFileProps extends CreateRecordProps {
  /** Filled with the file's name unless the person typed one. */
  readonly nameField: string
  readonly givenFile?: File | undefined
  readonly about?: string | undefined
  readonly onRemoved?: (another: boolean) => void
}

export function CreateWithFile({ nameField, givenFile, about, onRemoved, ...props }: CreateWithFileProps) {
  const { t } = useTranslation('files')
  const [file, setFile] = useState(givenFile)
  /** A typed name stays. */
  const suggestedName = useRef(givenFile ? nameOfFile(givenFile.name) : '')
  const { entity } = props.form
  return (
    <CreateRecord
      {...props}
      file={file}
      savedText={file ? t('savedWith') : undefined}
      extraIssue={(values) => (file && fileIssue(file, entity, values)) ?? undefined}
      {...(givenFile && { preset: { [nameField]: nameOfFile(givenFile.name), ...props.preset } })}
      above={(form) => (
        <ChooseFile
          entity={entity}
          record={form.values}
          file={file}
          about={file === givenFile ? about : undefined}
          onFile={(chosen) => {
            if (file && file === givenFile) onRemoved?.(chosen !== undefined)
            setFile(chosen)
            const name = chosen ? nameOfFile(chosen.name) : ''
            if (form.values[nameField] === suggestedName.current) form.setFieldValue(nameField, name)
            suggestedName.current = name
          }}
        />
      )}
    />
  )
}
