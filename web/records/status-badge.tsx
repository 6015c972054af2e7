import i18next from 'i18next'
import { type InvestmentStatus, type ProjectStatus, statusClass } from '#schema/enumerations.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'

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
  const shown: StatusClass = statusClass<ProjectStatus | InvestmentStatus>(status)
  return <Badge tone={tones[shown]}>{i18next.t(`fields:status.${shown}`)}</Badge>
}
