// Both are stored on this device before the dialog reports success.
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CreateRecord, type CreateRecordProps } from '#web/records/form/create-record.tsx'
import { ChooseFile } from './choose-file.tsx'
import { nameOfFile, fileIssue } from './file-rules.ts'
import { photosIssue } from './scan/photos-issue.ts'
import { usePhotos } from './scan/use-photos.ts'

interface CreateWithFileProps extends CreateRecordProps {
  /** Filled with the file's name unless the person typed one. */
  readonly nameField: string
  readonly givenFile?: File | undefined
  readonly about?: string | undefined
  readonly onRemoved?: (another: boolean) => void
}

export function CreateWithFile({ nameField, givenFile, about, onRemoved, ...props }: CreateWithFileProps) {
  const { onSaved = props.onDone } = props
  const { t } = useTranslation('files')
  const [file, setFile] = useState(givenFile)
  /** A typed name stays. */
  const suggestedName = useRef(givenFile ? nameOfFile(givenFile.name) : '')
  const { entity } = props.form
  const photos = usePhotos(formOf(props))
  return (
    <CreateRecord
      {...props}
      file={file}
      savedText={file ? t('savedWith') : undefined}
      extraIssue={(values) => photosIssue(photos) ?? (file && fileIssue(file, entity, values))}
      onSaved={() => {
        void photos.remove(photos.pages)
        onSaved()
      }}
      {...(givenFile && { preset: { [nameField]: nameOfFile(givenFile.name), ...props.preset } })}
      above={(form) => (
        <ChooseFile
          entity={entity}
          record={form.values}
          file={file}
          photos={photos}
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

/** Pages of another record's document do not belong here. */
const formOf = ({ form, preset, fixedValues }: CreateRecordProps): string =>
  JSON.stringify([form.entity, preset, fixedValues])
