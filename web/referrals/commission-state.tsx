// Whether commissions are paid, due or late, as the person reads it.
import i18next from 'i18next'
import { type CommissionState, commissionState } from '#schema/commissions.ts'
import type { Row } from '#schema/registry.ts'
import { choiceLabel } from '#web/records/entity-texts.ts'
import { ownTimeZone, today } from '#web/ui/format/date-format.ts'
import { perLocale } from '#web/ui/format/per-locale.ts'
import { useToday } from '#web/ui/format/use-today.ts'
import { Badge, type Tone } from '#web/ui/page/badge.tsx'

type Commission = Row<'commissions'>

const tones: Readonly<Record<CommissionState, Tone>> = { OVERDUE: 'danger', DUE: 'info', PAID: 'good' }

/** None of the words is part of another one, so that a search for a state finds that state alone. */
export const stateWord = (state: CommissionState): string => i18next.t(`commissions:states.${state}`)

export function StateBadge({ commission }: { readonly commission: Commission }) {
  const state = commissionState(commission, useToday())
  return <Badge tone={tones[state]}>{stateWord(state)}</Badge>
}

/** The text by which search finds a commission; one function per language, so that its texts are kept. */
export const commissionText = perLocale(() => (commission: Commission): string => {
  const { amount, feeType, description } = commission
  const state = stateWord(commissionState(commission, today(ownTimeZone())))
  return `${state} ${amount} ${choiceLabel('commissions', 'feeType', feeType)} ${description ?? ''}`
})
