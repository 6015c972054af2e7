import type { CreateRecordProps } from '#web/records/create-record.tsx'
import { CreateWithFile } from '#web/records/files/create-with-file.tsx'

export const UploadDocument = (props: CreateRecordProps) => <CreateWithFile {...props} named="name" />
