import i18next from 'i18next'
import type { EntityName } from '#schema/registry.ts'
import { exactDecimal } from '#web/ui/format/numbers/decimal-format.ts'
import { listed } from '#web/ui/format/listed.tsx'
import { amountText } from '#web/ui/format/numbers/amount-props.ts'
import { exactMoney } from '#web/ui/format/numbers/money-format.ts'
import { choiceLabel, fieldLabel, flagLabel, pluralName } from '#web/records/names/entity-texts.ts'
import type { Bound, Facet, ActiveFilter } from './facets.ts'

export const facetLabel = (entity: EntityName, facet: Facet): string => {
  if (facet.kind === 'has') return pluralName(facet.entity)
  if (facet.kind === 'state') return facet.label()
  return facet.field === 'createdAt' ? i18next.t('common:added') : fieldLabel(entity, facet.field)
}

export const booleanLabel = (entity: EntityName, facet: Facet, is: boolean): string =>
  facet.kind === 'flag' ? flagLabel(entity, facet.field, is) : i18next.t(is ? 'common:yes' : 'common:no')

export function optionLabel(entity: EntityName, facet: Facet, value: string): string {
  if (facet.kind === 'state') return facet.word(value)
  return facet.kind === 'choice' ? choiceLabel(entity, facet.field, value) : ''
}

interface FilterTextOptions {
  readonly date: (day: string) => string
  readonly currency: string
}

export function filterText(
  entity: EntityName,
  facet: Facet,
  filter: ActiveFilter,
  { date, currency }: FilterTextOptions,
): string {
  if ('words' in filter) return listed(filter.words.map((value) => optionLabel(entity, facet, value)))
  if ('is' in filter) return booleanLabel(entity, facet, filter.is)
  if ('from' in filter) return dayRange(filter.from && date(filter.from), filter.to && date(filter.to))
  const isMoney = facet.kind === 'amount' && facet.isMoney
  const write = (bound: Bound | undefined) =>
    bound && (isMoney ? amountText(exactMoney(bound.amount, bound.currency ?? currency)) : exactDecimal(bound.amount))
  return amountRange(write(filter.min), write(filter.max))
}

function dayRange(from: string | undefined, to: string | undefined): string {
  if (from && to) return i18next.t('common:between', { from, to })
  return from ? i18next.t('common:fromDay', { from }) : i18next.t('common:throughDay', { to: to! })
}

function amountRange(from: string | undefined, to: string | undefined): string {
  if (from && to) return i18next.t('common:between', { from, to })
  return from ? i18next.t('common:atLeast', { from }) : i18next.t('common:atMost', { to: to! })
}
