import i18next from 'i18next'
import { type CommissionState, commissionState, commissionStates } from '#schema/entities/commissions/entity.ts'
import type { Row } from '#schema/registry.ts'
import { choiceLabel } from '#web/records/names/entity-texts.ts'
import type { StatePlan } from '#web/records/filters/facets.ts'
import { deviceTimeZone, today } from '#web/ui/format/dates/date-format.ts'
import { perLocale } from '#web/ui/format/per-locale.ts'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import { Badge, type Tone } from '#web/ui/page/badge.tsx'

type Commission = Row<'commissions'>

const tones: Readonly<Record<CommissionState, Tone>> = { OVERDUE: 'danger', DUE: 'info', PAID: 'good' }

/** No label is part of another, so that a search for a state finds only that state. */
export const stateLabel = (state: CommissionState): string => i18next.t(`commissions:states.${state}`)

export function StateBadge({ commission }: { readonly commission: Commission }) {
  const state = commissionState(commission, useToday())
  return <Badge tone={tones[state]}>{stateLabel(state)}</Badge>
}

const wordToday = (commission: Commission): string => stateLabel(commissionState(commission, today(deviceTimeZone())))

export const stateText = (commission: Commission): string =>
  [wordToday(commission), commission.paidDate].filter(Boolean).join(' ')

export const stateFilter: StatePlan<Commission> = {
  states: commissionStates,
  stateOf: commissionState,
  label: () => i18next.t('commissions:state'),
  word: (state) => stateLabel(state as CommissionState),
}

/** One function per language, so that views can cache the texts. */
export const commissionText = perLocale(() => (commission: Commission): string => {
  const { amount, feeType, description } = commission
  return `${wordToday(commission)} ${amount} ${choiceLabel('commissions', 'feeType', feeType)} ${description ?? ''}`
})
