import { useTranslation } from 'react-i18next'
import { type InvestmentStatus, type ProjectStatus, statusClass } from '#schema/enumerations.ts'
import { Badge, type Tone } from './badge.tsx'

type StatusClass = Exclude<ProjectStatus | InvestmentStatus, 'FUNDED'>

const tones: Readonly<Record<StatusClass, Tone>> = {
  ACTIVE: 'good',
  GROWTH: 'info',
  MATURE: 'brand',
  EXITED: 'neutral',
  COMMITTED: 'warn',
}

/** FUNDED and ACTIVE are one class and look the same. */
export function StatusBadge({ status }: { readonly status: ProjectStatus | InvestmentStatus | null }) {
  const { t } = useTranslation('fields')
  const shown: StatusClass = statusClass<ProjectStatus | InvestmentStatus>(status)
  return <Badge tone={tones[shown]}>{t(`status.${shown}`)}</Badge>
}
