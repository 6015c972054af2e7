import { IconArrowsExchange } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { AnyRow } from '#schema/kernel/entity.ts'
import { isSame } from '#schema/records/change.ts'
import { Banner } from '#web/ui/page/banner.tsx'

interface ChangedNoticeProps {
  readonly seen: AnyRow
  readonly current: AnyRow
  readonly fields: readonly string[]
}

export function ChangedNotice({ seen, current, fields }: ChangedNoticeProps) {
  const { t } = useTranslation('common')
  // The change number does not tell: the server also raises it when it accepts an earlier change.
  if (fields.every((field) => isSame(seen[field], current[field]))) return null
  return (
    <div data-wide="true">
      <Banner icon={IconArrowsExchange} text={t('changedMeanwhile')} />
    </div>
  )
}
