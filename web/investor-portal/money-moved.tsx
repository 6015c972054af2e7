// What an investor has paid in, has received and has promised, over all holdings, in the currency that they read.
import { useTranslation } from 'react-i18next'
import { counting } from '#schema/counting.ts'
import type { Exchange } from '#schema/exchange.ts'
import { sum } from '#schema/money.ts'
import { paidInOf, paidOutOf, stillToPay } from '#schema/own-flows.ts'
import { Incomplete } from '#web/records/incomplete.tsx'
import { Money } from '#web/ui/format/money.tsx'
import { Fact, Facts } from '#web/ui/page/facts.tsx'
import { Section } from '#web/ui/page/section.tsx'
import type { HoldingHistories } from './use-histories.ts'

interface MoneyMovedProps {
  readonly histories: HoldingHistories
  readonly exchange: Exchange
  readonly nameOf: (holding: { readonly id: string; readonly projectId: string }) => string
}

export function MoneyMoved({ histories, exchange, nameOf }: MoneyMovedProps) {
  const { t } = useTranslation('portal')
  const { count, leftOut } = counting(exchange)
  const [paidIn, received, promised]: [string[], string[], string[]] = [[], [], []]
  for (const { holding, flows } of histories.of.values()) {
    const inTotal = (amount: string) => count(amount, holding.currency, () => nameOf(holding)) ?? '0'
    paidIn.push(inTotal(paidInOf(flows)))
    received.push(inTotal(paidOutOf(flows)))
    promised.push(inTotal(stillToPay(holding, paidInOf(flows))))
  }
  for (const { amount, currency, projectId } of histories.notConverted)
    count(amount, currency, () => nameOf({ id: '', projectId }))
  const money = (parts: readonly string[]) => <Money as="exact" amount={sum(parts)} currency={exchange.currency} />
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
