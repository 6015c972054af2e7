import { useTranslation } from 'react-i18next'
import { fullName } from '#schema/investors.ts'
import { useRow } from './use-table.ts'

interface ProjectNameProps {
  readonly id: string
  /** What the investment itself says, where the project is not shown to this person. */
  readonly otherwise?: string | null | undefined
}

/** The name a reference points to; follows the other record's changes. */
export function ProjectName({ id, otherwise }: ProjectNameProps) {
  const { t } = useTranslation('investments')
  return useRow('projects', id)?.name ?? otherwise ?? t('unknownProject')
}

export function InvestorName({ id }: { readonly id: string }) {
  const { t } = useTranslation('investments')
  const investor = useRow('investors', id)
  return investor ? fullName(investor) : t('unknownInvestor')
}
