import { filePathOf } from '#schema/kernel/files.ts'
import type { CreateRecordProps } from '#web/records/form/create-record.tsx'
import { CreateWithFile } from '#web/records/files/create-with-file.tsx'

const linkToFile = (id: string) => ({ documentUrl: filePathOf(id, 'referralAttachments') })

export const AddAttachment = (props: CreateRecordProps) => (
  <CreateWithFile {...props} nameField="documentName" withFile={linkToFile} />
)
