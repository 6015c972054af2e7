import { statusClass } from '#schema/kernel/enumerations.ts'
import type { EntityName } from '#schema/registry.ts'
import { Badge, type Tone } from '#web/ui/page/badge.tsx'
import { statusLabel } from '#web/records/names/entity-texts.ts'

/** Tones for the statuses of all entities; an unknown status is neutral. */
const tones: Readonly<Record<string, Tone>> = {
  ACTIVE: 'plain',
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

/** FUNDED and ACTIVE are one class and look the same: the usual state is without a ground, so that others are seen. */
export function StatusBadge({ entity, status }: StatusBadgeProps) {
  const [is, label] = [statusClass(status), statusLabel(entity, status)]
  return <Badge tone={tones[is] ?? 'neutral'}>{label}</Badge>
}
