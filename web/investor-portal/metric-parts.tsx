import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { statusClass } from '#schema/kernel/enumerations.ts'
import { subtract } from '#schema/money/money.ts'
import { FigurePart } from '#web/records/figures/figure-part.tsx'
import { useGrowth } from '#web/records/holdings/use-growth.ts'
import { choiceLabel } from '#web/records/names/entity-texts.ts'
import { Money } from '#web/ui/format/numbers/money.tsx'
import { count } from '#web/ui/format/numbers/number-format.ts'
import {
  countedRows,
  type FigureSources,
  type InvestedPart,
  partRows,
  returningRows,
  type ReturningPart,
  ruleRows,
  unfundedRows,
} from './figure-rows.tsx'

export const tables = ['investments'] as const
/** The valuation rules of holdings with a remaining value. */
export const valueRules = ['VALUATION', 'COST', 'ILLUSTRATIVE', 'OUTSTANDING'] as const

interface ShortAmountProps extends Pick<FigureSources, 'figures'> {
  readonly amount: string | undefined
}

export const ShortAmount = ({ amount, figures: { currency, leftOut } }: ShortAmountProps) => (
  <Money as="short" amount={amount} currency={currency} isAbout={leftOut.isConverted} />
)

interface OfSources {
  readonly sources: FigureSources
}

interface InvestedAmountProps extends OfSources {
  readonly part: InvestedPart
  readonly name: string
  readonly formula: string
  readonly amount: string
}

export function InvestedAmount({ part, name, formula, amount, sources }: InvestedAmountProps) {
  return (
    <FigurePart
      id={part.toLowerCase()}
      name={name}
      formula={formula}
      value={<ShortAmount amount={amount} figures={sources.figures} />}
      entities={tables}
      rows={useCallback(() => partRows(sources, part, amount), [sources, part, amount])}
    />
  )
}

export function RulePart({ rule, sources }: OfSources & { readonly rule: (typeof valueRules)[number] }) {
  const { t } = useTranslation('portal')
  const growth = useGrowth()
  return (
    <FigurePart
      id={`value-${rule.toLowerCase()}`}
      cardName={t('portfolioValue')}
      name={t(`rules.${rule}`)}
      formula={rule === 'ILLUSTRATIVE' ? t('illustrativeHint', { growth }) : t('byRuleHint')}
      value={<ShortAmount amount={sources.figures.byRule.get(rule)} figures={sources.figures} />}
      entities={tables}
      rows={useCallback(() => ruleRows(sources, rule), [sources, rule])}
    />
  )
}

export function UnfundedPart({ sources }: OfSources) {
  const { t } = useTranslation('portal')
  return (
    <FigurePart
      id="unfunded"
      name={t('stillToPay')}
      formula={t('stillToPayHint')}
      value={<ShortAmount amount={sources.figures.unfunded} figures={sources.figures} />}
      entities={tables}
      rows={useCallback(() => unfundedRows(sources), [sources])}
    />
  )
}

export function ReturnPart({ part, sources }: OfSources & { readonly part: ReturningPart }) {
  const { t } = useTranslation('portal')
  const hints = { value: t('returningHint'), received: t('receivedHint'), paidIn: t('paidInHint') }
  const amount = sources.figures.returnParts[part]
  return (
    <FigurePart
      id={part === 'received' ? part : `return-${part.toLowerCase()}`}
      cardName={t('totalReturn')}
      name={t(part)}
      formula={hints[part]}
      value={<ShortAmount amount={part === 'paidIn' ? subtract('0', amount) : amount} figures={sources.figures} />}
      entities={tables}
      rows={useCallback(() => returningRows(sources, part), [sources, part])}
    />
  )
}

export function CountedPart({ part, sources }: OfSources & { readonly part?: InvestedPart }) {
  const { t } = useTranslation('portal')
  const name = part ? choiceLabel('investments', 'status', part) : t('total')
  return (
    <FigurePart
      id={`count-${part?.toLowerCase() ?? 'all'}`}
      cardName={t('holdings')}
      name={name}
      formula={part ? t('ofStatusHint', { status: name }) : t('holdingsHint')}
      value={count(sources.holdings.filter(({ status }) => !part || statusClass(status) === part).length)}
      entities={tables}
      rows={useCallback(() => countedRows(sources, part), [sources, part])}
    />
  )
}
