// A new record and its file: both are on this device before the dialog says so, with a connection and without one.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CreateRecord, type CreateRecordProps } from '#web/records/create-record.tsx'
import { ChooseFile } from './choose-file.tsx'
import { nameOfFile, wrongFile } from './file-rules.ts'

interface CreateWithFileProps extends CreateRecordProps {
  /** The field to which the file gives its name, unless somebody has typed one. */
  readonly named: string
}

export function CreateWithFile({ named, ...props }: CreateWithFileProps) {
  const { t } = useTranslation('files')
  const [file, setFile] = useState<File>()
  const { entity } = props.form
  return (
    <CreateRecord
      {...props}
      file={file}
      said={file ? t('savedWith') : undefined}
      checks={(values) => (file && wrongFile(file, entity, values)) ?? undefined}
      above={(form) => (
        <ChooseFile
          entity={entity}
          record={form.values}
          file={file}
          onFile={(chosen) => {
            setFile(chosen)
            if (chosen && form.values[named] === '') form.setFieldValue(named, nameOfFile(chosen.name))
          }}
        />
      )}
    />
  )
}
