import i18next from 'i18next'
import type { AuditOutcome } from '#schema/entities/audit-logs/entity.ts'
import { Badge, type Tone } from '#web/ui/page/badge.tsx'

const tones: Readonly<Record<AuditOutcome, Tone>> = {
  done: 'neutral',
  refused: 'warn',
  throttled: 'warn',
  failed: 'danger',
}

export const OutcomeBadge = ({ outcome }: { readonly outcome: AuditOutcome }) => (
  <Badge tone={tones[outcome]}>{i18next.t(`audit:outcomes.${outcome}`)}</Badge>
)
