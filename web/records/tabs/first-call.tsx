// The first recorded capital call replaces the assumed payment, for every day.
import { Text } from '@mantine/core'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { isCalendarDate } from '#schema/money/dates.ts'
import { historiesFromNavs } from '#schema/portfolio/holding-histories.ts'
import { type HoldingHistory, holdingOnDay } from '#schema/portfolio/holding-value.ts'
import { type OwnFlow as InvestorFlow, paidInOf } from '#schema/portfolio/investor-flows.ts'
import type { Values } from '#schema/kernel/parse.ts'
import { growthOf } from '#schema/sync/protocol.ts'
import type { Row } from '#schema/registry.ts'
import type { Table } from '#web/store/base/contract.ts'
import { typedDecimal } from '#web/ui/form/typed-decimal.ts'
import { currencyUnits } from '#web/ui/format/numbers/money-format.ts'
import { Money } from '#web/ui/format/numbers/money.tsx'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import { useStore } from '#web/ui/store-context.ts'
import type { FormNotice } from '#web/records/form/form-fields.tsx'
import { useTablesOfHoldings } from '#web/records/holdings/use-tables-of-holdings.ts'
import { useComputed } from '#web/records/data/use-computed.ts'
import { useConvertersByDay } from '#web/records/figures/use-exchange.ts'

export const FirstCall: FormNotice = ({ values, mode }) => {
  const { t } = useTranslation('cashFlows')
  const effect = useCallEffect(mode === 'create' ? flowIn(values) : undefined)
  if (!effect) return null
  const { assumed, paidIn, currency, others } = effect
  const money = (amount: string) => <Money as="exact" amount={amount} currency={currency} />
  return (
    <Text size="sm" role="note" data-wide="true">
      <Sentence
        format={(before, after) =>
          others === 0
            ? t('firstCallAlone', { assumed: before, paidIn: after })
            : t('firstCall', { count: others, n: count(others), assumed: before, paidIn: after })
        }
        parts={[money(assumed), money(paidIn)]}
      />
    </Text>
  )
}

function flowIn({
  type,
  projectId,
  investorId,
  investmentId,
  currency,
  date,
  amount,
}: Values): InvestorFlow | undefined {
  if (type !== 'CAPITAL_CALL' || !projectId || !investorId || !isCalendarDate(String(date))) return undefined
  const typed = typedDecimal(String(amount), currencyUnits(String(currency)))
  if (!/^\d{1,13}(\.\d{1,2})?$/.test(typed)) return undefined
  const names = { projectId, investorId, investmentId: investmentId || null, currency } as Pick<
    InvestorFlow,
    'projectId' | 'investorId' | 'investmentId' | 'currency'
  >
  return { ...names, type, date: String(date), amount: typed, moreDue: false }
}

interface Effect {
  readonly currency: string
  readonly assumed: string
  readonly paidIn: string
  readonly others: number
}

function useCallEffect(call: InvestorFlow | undefined): Effect | null {
  const { projectId, investorId } = call ?? {}
  const investorHoldings = useComputed(
    'investments',
    useCallback(
      (table: Table<Row<'investments'>>) =>
        projectId ? table.where('projectId', projectId).filter((each) => each.investorId === investorId) : [],
      [projectId, investorId],
    ),
  )
  const { investments, flows, valuations, projects } = useTablesOfHoldings(investorHoldings)
  const growth = growthOf(useStore().identity)
  const on = useConvertersByDay()
  const today = useToday()
  const callJson = JSON.stringify(call ?? null)
  return useMemo(() => {
    const saved = JSON.parse(callJson) as InvestorFlow | null
    if (!saved) return null
    const currencyOf = (id: string) => projects.get(id)?.currency
    const historiesWith = (all: readonly InvestorFlow[]) =>
      historiesFromNavs({ holdings: investments, flows: all, valuations, currencyOf, growth, on }).byHolding
    const [before, after] = [historiesWith(flows), historiesWith([...flows, saved])]
    const isReplaced = (id: string) => hasAssumedFlows(before.get(id)!) && !hasAssumedFlows(after.get(id)!)
    const replaced = investments.find(({ id }) => isReplaced(id))
    if (!replaced) return null
    const valueIn = (histories: typeof before, id: string) => holdingOnDay(histories.get(id)!, today).value
    return {
      currency: replaced.currency,
      assumed: paidInOf(before.get(replaced.id)!.flows),
      paidIn: paidInOf(after.get(replaced.id)!.flows),
      others: investments.filter(({ id }) => id !== replaced.id && valueIn(before, id) !== valueIn(after, id)).length,
    }
  }, [callJson, investments, flows, valuations, projects, growth, on, today])
}

const hasAssumedFlows = ({ flows }: HoldingHistory): boolean => flows.some(({ isAssumed }) => isAssumed)
