import { useTranslation } from 'react-i18next'
import type { CreateRecordProps } from '#web/records/form/create-record.tsx'
import { CreateWithFile } from '#web/records/files/create-with-file.tsx'
import { ConfirmShared } from './confirm-shared.tsx'
import { useSharedFile } from '#web/records/files/use-shared-file.ts'
import { count } from '#web/ui/format/numbers/number-format.ts'

export function UploadDocument(props: CreateRecordProps) {
  const { t } = useTranslation('files')
  const { shared, remove, next, decide } = useSharedFile()
  if (shared === 'unread') return null
  if (!shared) return <CreateWithFile {...props} nameField="name" />
  if ('unconfirmed' in shared)
    return <ConfirmShared files={shared.unconfirmed} onDecide={(isTheirs) => decide(shared.unconfirmed, isTheirs)} />
  const { id, file, remaining } = shared
  const proceed = async () => {
    if (!(await next(id))) props.onDone()
  }
  return (
    <CreateWithFile
      key={id}
      {...props}
      nameField="name"
      givenFile={file}
      about={remaining > 0 ? t('sharedMore', { count: remaining, n: count(remaining) }) : t('shared')}
      onRemoved={(another) => void (another || remaining === 0 ? remove(id) : next(id))}
      onSaved={() => void proceed()}
    />
  )
}
