import { kycState } from '#schema/entities/investors/kyc.ts'
import type { Row } from '#schema/registry.ts'
import { choiceLabel } from '#web/records/names/entity-texts.ts'
import { Name } from '#web/ui/format/name.tsx'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import { Badge, type Tone } from '#web/ui/page/badge.tsx'

const tones: Readonly<Record<string, Tone>> = {
  IN_REVIEW: 'warn',
  APPROVED: 'good',
  REJECTED: 'danger',
  EXPIRED: 'danger',
}

export function KycBadge({ investor }: { readonly investor: Row<'investors'> }) {
  const state = kycState(investor, useToday())
  return (
    <Badge tone={tones[state] ?? 'neutral'}>
      <Name>{choiceLabel('investors', 'kycStatus', state)}</Name>
    </Badge>
  )
}
