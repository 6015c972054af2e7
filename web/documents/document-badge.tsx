import { useTranslation } from 'react-i18next'
import type { Row } from '#schema/registry.ts'
import { choiceLabel } from '#web/records/entity-texts.ts'
import { count } from '#web/ui/format/number-format.ts'
import { Badge } from '#web/ui/page/badge.tsx'
import { useSending } from './sending.ts'

interface DocumentBadgeProps {
  readonly document: Row<'documents'>
}

/** How far a document's file is; nothing where it is there. */
export function DocumentBadge({ document: { id, url, fileState, version } }: DocumentBadgeProps) {
  const { t } = useTranslation('documents')
  const part = useSending((sending) => sending[id])
  if (part !== undefined) return <Badge tone="info">{t('sending', { percent: count(Math.floor(100 * part)) })}</Badge>
  if (fileState === 'STORED' || (fileState === 'NONE' && (url !== null || version > 0))) return null
  const tone = fileState === 'REFUSED' ? 'danger' : fileState === 'NONE' ? 'neutral' : 'warn'
  return <Badge tone={tone}>{choiceLabel('documents', 'fileState', fileState)}</Badge>
}
