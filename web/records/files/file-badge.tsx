import { useTranslation } from 'react-i18next'
import type { Row } from '#schema/registry.ts'
import { choiceLabel } from '#web/records/names/entity-texts.ts'
import type { PendingUpload } from '#web/store/base/pending-upload.ts'
import { Badge } from '#web/ui/page/badge.tsx'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { useLostFileLocation } from './lost-file.tsx'
import { useIsDiscarding, usePendingUpload } from './use-pending-upload.ts'
import type { WithFile } from './with-file.ts'

interface FileBadgeProps {
  readonly entity: WithFile
  readonly row: Pick<Row<WithFile>, 'id' | 'fileState' | 'version' | 'sha256'>
  readonly address: string | null
}

export function FileBadge({ entity, row, address }: FileBadgeProps) {
  const { t } = useTranslation('files')
  const { id, fileState, version } = row
  const upload = usePendingUpload({ entity, id })
  const isDiscarding = useIsDiscarding({ entity, id })
  const lost = useLostFileLocation({ entity, id }, row)
  if (upload?.problem) return <Badge tone="danger">{t('refused')}</Badge>
  if (upload && upload.uploadedBytes === 0) return <Badge tone="warn">{t('waitsHere')}</Badge>
  if (upload) return <Badge tone="info">{t('sending', { percent: percentOf(upload) })}</Badge>
  if (lost) return <Badge tone="danger">{t(badges[version > 0 ? 'newer' : 'only'][lost])}</Badge>
  const isUploading = fileState === 'WAITING' || fileState === 'UPLOADING'
  if (isUploading && !isDiscarding) return <Badge tone="warn">{t('waitsElsewhere')}</Badge>
  if (fileState === 'REFUSED') return <Badge tone="danger">{choiceLabel(entity, 'fileState', fileState)}</Badge>
  if (fileState === 'STORED' || address !== null || version > 0) return null
  return <Badge>{choiceLabel(entity, 'fileState', 'NONE')}</Badge>
}

const badges = {
  only: { here: 'onlyHere', elsewhere: 'lostThere' },
  newer: { here: 'newerHere', elsewhere: 'newerLost' },
} as const

const percentOf = ({ uploadedBytes, size }: Pick<PendingUpload, 'uploadedBytes' | 'size'>): string =>
  count(Math.floor((100 * uploadedBytes) / size))
