import { statusClass } from '#schema/kernel/enumerations.ts'
import type { EntityName } from '#schema/registry.ts'
import { Badge, type Tone } from '#web/ui/page/badge.tsx'
import { statusLabel } from '#web/records/names/entity-texts.ts'

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

/** FUNDED and ACTIVE look the same. The usual state has no background, so that others stand out. */
export function StatusBadge({ entity, status }: StatusBadgeProps) {
  const [statusGroup, label] = [statusClass(status), statusLabel(entity, status)]
  return <Badge tone={tones[statusGroup] ?? 'neutral'}>{label}</Badge>
}
