import { statusClass } from '#schema/enumerations.ts'
import type { EntityName } from '#schema/registry.ts'
import { Badge, type Tone } from '#web/ui/page/badge.tsx'
import { statusLabel } from './entity-texts.ts'

/** Tones for the statuses of all entities; an unknown status is neutral. */
const tones: Readonly<Record<string, Tone>> = {
  ACTIVE: 'good',
  GROWTH: 'info',
  MATURE: 'brand',
  COMMITTED: 'warn',
  PENDING: 'warn',
  ACCEPTED: 'good',
  BLOCKED: 'danger',
  REVOKED: 'danger',
}

interface StatusBadgeProps {
  readonly entity: EntityName
  readonly status: string | null
}

/** FUNDED and ACTIVE are one class and look the same. */
export const StatusBadge = ({ entity, status }: StatusBadgeProps) => (
  <Badge tone={tones[statusClass(status)] ?? 'neutral'}>{statusLabel(entity, status)}</Badge>
)
