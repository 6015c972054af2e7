import { filePathOf } from '#schema/kernel/files.ts'
import type { CreateRecordProps } from '#web/records/form/create-record.tsx'
import { CreateWithFile } from '#web/records/files/create-with-file.tsx'

/** An attachment with a file links to the file. */
const foundAtFile = (id: string) => ({ documentUrl: filePathOf(id, 'referralAttachments') })

export const AddAttachment = (props: CreateRecordProps) => (
  <CreateWithFile {...props} named="documentName" withFile={foundAtFile} />
)
