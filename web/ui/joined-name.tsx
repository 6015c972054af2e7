import i18next from 'i18next'
import { fullName } from '#schema/investors.ts'
import { Name } from './name.tsx'
import { useRow } from './use-table.ts'

interface ProjectNameProps {
  readonly id: string
  /** What the investment itself says, where the project is not shown to this person. */
  readonly otherwise?: string | null | undefined
}

/** The name a reference points to; follows the other record's changes. */
export function ProjectName({ id, otherwise }: ProjectNameProps) {
  return <Name>{useRow('projects', id)?.name ?? otherwise ?? i18next.t('investments:unknownProject')}</Name>
}

export function InvestorName({ id }: { readonly id: string }) {
  const investor = useRow('investors', id)
  return <Name>{investor ? fullName(investor) : i18next.t('investments:unknownInvestor')}</Name>
}
