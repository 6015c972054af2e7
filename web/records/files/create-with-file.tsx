// A new record and its file: both are on this device before the dialog says so, with a connection and without one.
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CreateRecord, type CreateRecordProps } from '#web/records/form/create-record.tsx'
import { ChooseFile } from './choose-file.tsx'
import { nameOfFile, wrongFile } from './file-rules.ts'

interface CreateWithFileProps extends CreateRecordProps {
  /** The field to which the file gives its name, unless somebody has typed one. */
  readonly named: string
  /** A file that was handed over, as if the person had chosen it. */
  readonly givenFile?: File | undefined
  /** What is said of it. */
  readonly about?: string | undefined
  /** Called when the person takes it out, or has chosen `another` one. */
  readonly onTakenOut?: (another: boolean) => void
}

export function CreateWithFile({ named, givenFile, about, onTakenOut, ...props }: CreateWithFileProps) {
  const { t } = useTranslation('files')
  const [file, setFile] = useState(givenFile)
  /** The name that the present file gave; one that somebody typed stays. */
  const given = useRef(givenFile ? nameOfFile(givenFile.name) : '')
  const { entity } = props.form
  return (
    <CreateRecord
      {...props}
      file={file}
      said={file ? t('savedWith') : undefined}
      checks={(values) => (file && wrongFile(file, entity, values)) ?? undefined}
      {...(givenFile && { preset: { [named]: nameOfFile(givenFile.name), ...props.preset } })}
      above={(form) => (
        <ChooseFile
          entity={entity}
          record={form.values}
          file={file}
          about={file === givenFile ? about : undefined}
          onFile={(chosen) => {
            if (file && file === givenFile) onTakenOut?.(chosen !== undefined)
            setFile(chosen)
            const name = chosen ? nameOfFile(chosen.name) : ''
            if (form.values[named] === given.current) form.setFieldValue(named, name)
            given.current = name
          }}
        />
      )}
    />
  )
}
