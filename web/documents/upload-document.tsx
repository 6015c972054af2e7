// A new document: its words are saved on this device at once, and its file is sent once the server knows of them.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CreateRecord, type CreateRecordProps } from '#web/records/create-record.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'
import { ChooseFile } from './choose-file.tsx'
import { nameOfFile, wrongFile } from './document-file.ts'
import { sendDocument } from './sending.ts'

const typeIn = ({ type }: Readonly<Record<string, string | boolean>>): string | null =>
  typeof type === 'string' && type !== '' ? type : null

export function UploadDocument(props: CreateRecordProps) {
  const { t } = useTranslation('documents')
  const store = useStore()
  const isOffline = useSyncStatus().connection === 'offline'
  const [file, setFile] = useState<File>()
  const send = (id: string) => {
    props.onCreated?.(id)
    if (file && !isOffline) void sendDocument(store, id, file)
  }
  return (
    <CreateRecord
      {...props}
      said={file ? (isOffline ? t('savedWithoutFile') : t('savedSending')) : undefined}
      checks={(values) => (file && wrongFile(file, typeIn(values))) ?? undefined}
      above={(form) => (
        <ChooseFile
          type={typeIn(form.values)}
          file={file}
          onFile={(chosen) => {
            setFile(chosen)
            if (chosen && form.values['name'] === '') form.setFieldValue('name', nameOfFile(chosen.name))
          }}
        />
      )}
      onCreated={send}
    />
  )
}
