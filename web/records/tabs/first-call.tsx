// The first recorded capital call of an investment replaces its assumed payment, for every day.
import { Text } from '@mantine/core'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { isCall } from '#schema/entities/cash-flows/entity.ts'
import { isCalendarDate } from '#schema/money/dates.ts'
import { historiesFromNavs } from '#schema/portfolio/holding-histories.ts'
import { type HoldingHistory, holdingOnDay } from '#schema/portfolio/holding-value.ts'
import { type OwnFlow as InvestorFlow, paidInOf } from '#schema/portfolio/investor-flows.ts'
import type { Values } from '#schema/kernel/parse.ts'
import { sum } from '#schema/money/money.ts'
import { growthOf } from '#schema/sync/protocol.ts'
import type { Row } from '#schema/registry.ts'
import type { Table } from '#web/store/base/contract.ts'
import { typedDecimal } from '#web/ui/form/typed-decimal.ts'
import { currencyUnits } from '#web/ui/format/numbers/money-format.ts'
import { Money } from '#web/ui/format/numbers/money.tsx'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { Listed } from '#web/ui/format/listed.tsx'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import { useStore } from '#web/ui/store-context.ts'
import type { FormNotice } from '#web/records/form/form-fields.tsx'
import { useTablesOfHoldings } from '#web/records/holdings/use-tables-of-holdings.ts'
import { useComputed } from '#web/records/data/use-computed.ts'
import { useConvertersByDay } from '#web/records/figures/use-exchange.ts'

export const FirstCall: FormNotice = ({ values, mode }) => {
  const { t } = useTranslation('cashFlows')
  const effect = useCallEffect(flowIn(values), mode === 'edit' ? String(values['id']) : null)
  if (!effect) return null
  const { n: replaced, assumed, paidIn, others } = effect
  const n = { count: replaced, n: count(replaced) }
  return (
    <Text size="sm" role="note" data-wide="true">
      <Sentence
        format={(before, after) =>
          paidIn ? t('firstCall', { ...n, assumed: before, paidIn: after }) : t('firstCallNoRate', { assumed: before })
        }
        parts={[<Totals key="assumed" amounts={assumed} />, <Totals key="paidIn" amounts={paidIn ?? []} />]}
      />
      {others > 0 && ` ${t('firstCallOthers', { count: others, n: count(others) })}`}
    </Text>
  )
}

function Totals({ amounts }: { readonly amounts: readonly MoneyIn[] }) {
  const totals = Map.groupBy(amounts, ({ currency }) => currency)
  return (
    <Listed
      parts={[...totals].map(([currency, group]) => (
        <Money key={currency} as="exact" amount={sum(group.map(({ amount }) => amount))} currency={currency} />
      ))}
    />
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

interface MoneyIn {
  readonly amount: string
  readonly currency: string
}

interface Effect {
  /** How many investments have assumed paid-in capital only until the call is saved. */
  readonly n: number
  readonly assumed: readonly MoneyIn[]
  /** Null without an exchange rate for the call. */
  readonly paidIn: readonly MoneyIn[] | null
  readonly others: number
}

/** `editedId` is the cash flow that the call replaces. */
function useCallEffect(call: InvestorFlow | undefined, editedId: string | null): Effect | null {
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
    const unchanged = flows.filter(({ id }) => id !== editedId)
    const [before, after] = [historiesWith(flows), historiesWith([...unchanged, saved])]
    const isReplaced = ({ id }: Row<'investments'>) =>
      hasAssumedFlows(before.get(id)!) && !hasAssumedFlows(after.get(id)!)
    const replaced = investments.filter(isReplaced)
    if (replaced.length === 0) return null
    const valueIn = (histories: typeof before, id: string) => holdingOnDay(histories.get(id)!, today).value
    const paidInBy = (histories: typeof before) =>
      replaced.map(({ id, currency }) => ({ currency, amount: paidInOf(histories.get(id)!.flows) }))
    const hasRate = replaced.every(({ id }) => after.get(id)!.flows.some(({ type }) => isCall(type)))
    return {
      n: replaced.length,
      assumed: paidInBy(before),
      paidIn: hasRate ? paidInBy(after) : null,
      others: investments.filter((each) => !isReplaced(each) && valueIn(before, each.id) !== valueIn(after, each.id))
        .length,
    }
  }, [callJson, editedId, investments, flows, valuations, projects, growth, on, today])
}

const hasAssumedFlows = ({ flows }: HoldingHistory): boolean => flows.some(({ isAssumed }) => isAssumed)
