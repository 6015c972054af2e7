import i18next from 'i18next'
import type { EntityName } from '#schema/registry.ts'
import { exactDecimal } from '#web/ui/format/numbers/decimal-format.ts'
import { listed } from '#web/ui/format/listed.tsx'
import { exactMoney } from '#web/ui/format/numbers/money-format.ts'
import { choiceLabel, fieldLabel, flagLabel, manyWord } from '#web/records/names/entity-texts.ts'
import type { Bound, Facet, GivenFilter } from './facets.ts'

export const facetLabel = (entity: EntityName, facet: Facet): string => {
  if (facet.kind === 'has') return manyWord(facet.entity)
  if (facet.kind === 'state') return facet.label()
  return facet.field === 'createdAt' ? i18next.t('common:added') : fieldLabel(entity, facet.field)
}

export const answerLabel = (entity: EntityName, facet: Facet, is: boolean): string =>
  facet.kind === 'flag' ? flagLabel(entity, facet.field, is) : i18next.t(is ? 'common:yes' : 'common:no')

export function wordLabel(entity: EntityName, facet: Facet, word: string): string {
  if (facet.kind === 'state') return facet.word(word)
  return facet.kind === 'choice' ? choiceLabel(entity, facet.field, word) : ''
}

interface Reader {
  readonly date: (day: string) => string
  readonly currency: string
}

export function givenWords(entity: EntityName, facet: Facet, given: GivenFilter, { date, currency }: Reader): string {
  if ('words' in given) return listed(given.words.map((word) => wordLabel(entity, facet, word)))
  if ('is' in given) return answerLabel(entity, facet, given.is)
  if ('from' in given) return betweenWords(given.from && date(given.from), given.to && date(given.to))
  const isMoney = facet.kind === 'amount' && facet.isMoney
  const write = (bound: Bound | undefined) =>
    bound && (isMoney ? exactMoney(bound.amount, bound.currency ?? currency) : exactDecimal(bound.amount))
  return betweenWords(write(given.min), write(given.max))
}

function betweenWords(from: string | undefined, to: string | undefined): string {
  if (from && to) return i18next.t('common:between', { from, to })
  return from ? i18next.t('common:atLeast', { from }) : i18next.t('common:atMost', { to: to! })
}
