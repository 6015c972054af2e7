import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { fullName } from '#schema/investors.ts'
import type { InvestmentsSearch } from '#web/ui/list-search.ts'
import { useRow } from '#web/ui/use-table.ts'

interface OfRecordProps {
  readonly search: InvestmentsSearch
  readonly onShowAll: () => void
}

/** Says that only one investor's or one project's investments are shown, and takes that back. */
export function OfRecord({ search, onShowAll }: OfRecordProps) {
  const { t } = useTranslation('investments')
  const investor = useRow('investors', search.investorId)
  const project = useRow('projects', search.projectId)
  if (!search.investorId && !search.projectId) return null
  const text = investor
    ? t('ofInvestor', { name: fullName(investor) })
    : t('ofProject', { name: project?.name ?? t('unknownProject') })
  return (
    <Button variant="light" onClick={onShowAll} rightSection={<IconX size={18} stroke={1.6} aria-hidden="true" />}>
      {text}
    </Button>
  )
}
