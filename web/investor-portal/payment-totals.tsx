import { useTranslation } from 'react-i18next'
import { trackConversions } from '#schema/money/counting.ts'
import type { Exchange } from '#schema/money/exchange.ts'
import type { HoldingHistories } from '#schema/portfolio/holding-histories.ts'
import { type HoldingOnDay, isCounted } from '#schema/portfolio/holding-value.ts'
import { sum } from '#schema/money/money.ts'
import { unpaidAmount } from '#schema/portfolio/investor-flows.ts'
import { Incomplete } from '#web/records/figures/incomplete.tsx'
import { Money } from '#web/ui/format/numbers/money.tsx'
import { Fact, Facts } from '#web/ui/page/facts.tsx'
import { Section } from '#web/ui/page/section.tsx'

interface PaymentTotalsProps {
  readonly histories: HoldingHistories
  /** By holding id. */
  readonly values: ReadonlyMap<string, HoldingOnDay>
  readonly exchange: Exchange
  readonly nameOf: (holding: { readonly id: string; readonly projectId: string }) => string
}

export function PaymentTotals({ histories, values, exchange, nameOf }: PaymentTotalsProps) {
  const { t } = useTranslation('portal')
  const { convert, addLeftOut, leftOut } = trackConversions(exchange)
  const [paidIn, received, promised]: [string[], string[], string[]] = [[], [], []]
  for (const { holding } of histories.byHolding.values()) {
    const figures = values.get(holding.id)
    if (figures?.rule === 'NO_RATE') addLeftOut(holding.currency, () => nameOf(holding))
    if (!figures || !isCounted(figures)) continue
    const inTotal = (amount: string) => convert(amount, holding.currency, () => nameOf(holding)) ?? '0'
    paidIn.push(inTotal(figures.paidIn))
    received.push(inTotal(figures.received))
    promised.push(inTotal(unpaidAmount(holding, figures.paidIn)))
  }
  const { isConverted } = leftOut()
  const money = (parts: readonly string[]) => (
    <Money as="exact" amount={sum(parts)} currency={exchange.currency} isAbout={isConverted} />
  )
  return (
    <Section title={t('payments')}>
      <Facts>
        <Fact name={t('paidIn')}>{money(paidIn)}</Fact>
        <Fact name={t('received')}>{money(received)}</Fact>
        <Fact name={t('stillToPay')}>{money(promised)}</Fact>
      </Facts>
      <Incomplete {...leftOut()} />
    </Section>
  )
}
