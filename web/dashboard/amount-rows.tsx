import type { ReactNode } from 'react'
import { statusClass } from '#schema/kernel/enumerations.ts'
import { trackConversions } from '#schema/money/counting.ts'
import { type Exchange, isConversion } from '#schema/money/exchange.ts'
import { type Aum, aumOf, type AumPart } from '#schema/portfolio/metrics.ts'
import { round, subtract, sum } from '#schema/money/money.ts'
import type { Row } from '#schema/registry.ts'
import { rowsPerStep } from '#schema/kernel/steps.ts'
import type { FigureRow, FigureRows } from '#web/records/figures/figure-panel.tsx'
import { Incomplete } from '#web/records/figures/incomplete.tsx'
import { largest } from '#web/records/figures/largest.ts'
import { nameOfProject } from '#web/records/names/project-name.ts'
import { RecordName } from '#web/records/names/record-name.tsx'
import type { Store } from '#web/store/base/contract.ts'
import { Money } from '#web/ui/format/numbers/money.tsx'
import { Name } from '#web/ui/format/name.tsx'
import { Parted } from '#web/ui/format/parted.tsx'
import { maxShown } from './row-limit.ts'

interface AumLabels {
  readonly active: string
  readonly committed: string
  readonly exited: string
}

export function* aumRows(store: Store, exchange: Exchange, labels: AumLabels): Generator<undefined, FigureRows> {
  const { aum, money, ...rows } = yield* investmentRows(
    store,
    exchange,
    (statusGroup) => statusGroup !== 'EXITED',
    ({ total }) => total,
  )
  return {
    ...rows,
    parts: [
      { name: labels.active, value: money(aum.active, aum.converted.has('ACTIVE')) },
      { name: labels.committed, value: money(aum.committed, aum.converted.has('COMMITTED')) },
      { name: labels.exited, value: money(aum.exited, aum.converted.has('EXITED')) },
    ],
  }
}

const amountOfPart: Readonly<Record<AumPart, (aum: Aum) => string>> = {
  ACTIVE: ({ active }) => active,
  COMMITTED: ({ committed }) => committed,
  EXITED: ({ exited }) => exited,
}

export function* partRows(store: Store, exchange: Exchange, part: AumPart): Generator<undefined, FigureRows> {
  const {
    aum: _,
    money: _money,
    ...rows
  } = yield* investmentRows(store, exchange, (statusGroup) => statusGroup === part, amountOfPart[part])
  return rows
}

interface InvestmentRows extends FigureRows {
  readonly aum: Aum
  readonly money: (amount: string, isAbout?: boolean) => ReactNode
}

function* investmentRows(
  store: Store,
  exchange: Exchange,
  isCounted: (of: AumPart) => boolean,
  sumOf: (aum: Aum) => string,
): Generator<undefined, InvestmentRows> {
  const { currency } = exchange
  const nameOf = (each: Row<'investments'>) => nameOfProject(each, store.table('projects')) ?? ''
  const aum = yield* aumOf(store.table('investments').scan(), exchange, nameOf)
  const isConverted = [...aum.converted].some(isCounted)
  const money = (amount: string, isAbout = isConverted) => (
    <Money as="exact" amount={amount} currency={currency} isAbout={isAbout} />
  )
  const { convert: counted } = trackConversions(exchange)
  const top = largest<{ readonly id: string; readonly amount: string }>(maxShown)
  let [rows, counts] = [0, 0]
  for (const each of store.table('investments').scan()) {
    if (++rows % rowsPerStep === 0) yield
    const amount = isCounted(statusClass(each.status)) ? counted(each.amount, each.currency, () => '') : null
    if (amount === null) continue
    counts++
    const { id } = each
    top.offer(round(amount), () => ({ id, amount }))
  }
  const taken = top.items()
  const shown: FigureRow[] = taken.map(({ id, amount }) => {
    const row = store.table('investments').get(id)!
    return {
      id,
      name: <Name>{nameOf(row)}</Name>,
      about: (
        <Parted
          parts={[
            <RecordName key="investor" entity="investors" id={row.investorId} />,
            ...(row.currency === currency
              ? []
              : [<Money key="own" as="exact" amount={row.amount} currency={row.currency} />]),
          ]}
        />
      ),
      value: money(amount, isConversion(row.amount, row.currency, currency)),
      link: { to: '/investments', search: { dialog: 'details', record: id } },
    }
  })
  const rest = counts - taken.length
  return {
    aum,
    money,
    rows: shown,
    ...(rest > 0 && {
      rest: { count: rest, value: money(subtract(sumOf(aum), sum(taken.map(({ amount }) => amount)))) },
    }),
    sum: money(sumOf(aum)),
    note: <Incomplete {...aum.leftOut} />,
  }
}
