import { IconArrowsExchange } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { AnyRow } from '#schema/kernel/entity.ts'
import { Banner } from '#web/ui/page/banner.tsx'

interface ChangedNoticeProps {
  readonly seen: AnyRow
  readonly current: AnyRow
}

export function ChangedNotice({ seen, current }: ChangedNoticeProps) {
  const { t } = useTranslation('common')
  if (seen.number === current.number) return null
  return (
    <div data-wide="true">
      <Banner icon={IconArrowsExchange} text={t('changedMeanwhile')} />
    </div>
  )
}
