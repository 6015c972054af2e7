import i18next from 'i18next'
import { preferencesOf } from '#schema/entities/user-preferences/entity.ts'
import type { DateFormat } from '#schema/kernel/enumerations.ts'
import { textOf } from '#web/records/names/entity-texts.ts'
import type { Store } from '#web/store/base/contract.ts'
import type { PendingUpload } from '#web/store/base/pending-upload.ts'
import { datesOf } from '#web/ui/format/dates/use-dates.ts'
import { toast } from '#web/ui/overlay/toasts/toast.ts'
import { fileReason } from '#web/sync-centre/file-reason.ts'

const failed = ({ entity }: PendingUpload): string =>
  textOf(entity, 'createFailed') ?? i18next.t('common:errorOccurred')
const uploaded = ({ entity }: PendingUpload): string => textOf(entity, 'uploaded') ?? i18next.t('files:uploaded')

export function watchFiles(store: Store): () => void {
  let known = byFile(store.files.all)
  return store.files.subscribe(() => {
    const now = byFile(store.files.all)
    for (const [id, { uploadedBytes, size, ...was }] of known)
      if (!now.has(id) && uploadedBytes === size) toast.success(uploaded({ ...was, uploadedBytes, size }))
    for (const [id, file] of now)
      if (file.problem && !known.get(id)?.problem) toast.warn(failed(file), fileReason(file.problem, formatOf(store)))
    known = now
  })
}

const byFile = (files: readonly PendingUpload[]): ReadonlyMap<string, PendingUpload> =>
  new Map(files.map((each) => [each.file, each]))

const formatOf = (store: Store): DateFormat =>
  datesOf(preferencesOf(store.table('userPreferences').all(), store.identity.id)).format
