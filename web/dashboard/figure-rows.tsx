// The rows behind the figures of the cards.
import type { ReactNode } from 'react'
import { type InvestmentStatus, statusClass } from '#schema/enumerations.ts'
import { counting } from '#schema/counting.ts'
import type { Exchange } from '#schema/exchange.ts'
import { type Aum, aumOf, averageIrrOf, hasNotExited } from '#schema/metrics.ts'
import { round, subtract, sum } from '#schema/money.ts'
import type { Row } from '#schema/registry.ts'
import type { FigureRow, FigureRows } from '#web/records/figure.tsx'
import { Incomplete } from '#web/records/incomplete.tsx'
import { largest } from '#web/records/largest.ts'
import { RecordName } from '#web/records/record-name.tsx'
import { StatusBadge } from '#web/records/status-badge.tsx'
import type { Store } from '#web/store/contract.ts'
import { Listed } from '#web/ui/format/listed.tsx'
import { Money } from '#web/ui/format/money.tsx'
import { Name } from '#web/ui/format/name.tsx'
import { count } from '#web/ui/format/number-format.ts'
import { percent } from '#web/ui/format/percent-format.ts'
import { nameOfProject } from './name-of-project.ts'

/** More rows than a person reads; the list has them all. */
const mostShown = 50
const rowsPerStep = 256

interface AumWords {
  readonly active: string
  readonly committed: string
  readonly exited: string
}

export type AumPart = ReturnType<typeof statusClass<InvestmentStatus>>

/** The investments that are active or committed, the largest first. */
export function* aumRows(store: Store, exchange: Exchange, words: AumWords): Generator<undefined, FigureRows> {
  const { aum, money, ...rows } = yield* investmentRows(
    store,
    exchange,
    (of) => of !== 'EXITED',
    ({ total }) => total,
  )
  return {
    ...rows,
    parts: [
      { name: words.active, value: money(aum.active) },
      { name: words.committed, value: money(aum.committed) },
      { name: words.exited, value: money(aum.exited) },
    ],
  }
}

const amountOfPart: Readonly<Record<AumPart, (aum: Aum) => string>> = {
  ACTIVE: ({ active }) => active,
  COMMITTED: ({ committed }) => committed,
  EXITED: ({ exited }) => exited,
}

/** The investments of one part, the largest first. */
export function* partRows(store: Store, exchange: Exchange, part: AumPart): Generator<undefined, FigureRows> {
  const {
    aum: _,
    money: _money,
    ...rows
  } = yield* investmentRows(store, exchange, (of) => of === part, amountOfPart[part])
  return rows
}

interface InvestmentRows extends FigureRows {
  readonly aum: Aum
  readonly money: (amount: string) => ReactNode
}

function* investmentRows(
  store: Store,
  exchange: Exchange,
  isCounted: (of: AumPart) => boolean,
  sumOf: (aum: Aum) => string,
): Generator<undefined, InvestmentRows> {
  const { currency } = exchange
  const money = (amount: string) => <Money as="exact" amount={amount} currency={currency} />
  const nameOf = (each: Row<'investments'>) => nameOfProject(store, each)
  const aum = yield* aumOf(store.table('investments').scan(), exchange, nameOf)
  const { count: counted } = counting(exchange)
  const top = largest<{ readonly id: string; readonly amount: string }>(mostShown)
  let [rows, counts] = [0, 0]
  for (const each of store.table('investments').scan()) {
    if (++rows % rowsPerStep === 0) yield
    const amount = isCounted(statusClass(each.status)) ? counted(each.amount, each.currency, () => '') : null
    if (amount === null) continue
    counts++
    const { id } = each
    top.offer(round(amount), () => ({ id, amount }))
  }
  const taken = top.taken()
  const shown: FigureRow[] = taken.map(({ id, amount }) => {
    const row = store.table('investments').get(id)!
    return {
      id,
      name: <Name>{nameOf(row)}</Name>,
      about: (
        <Listed
          parts={[
            <RecordName key="investor" entity="investors" id={row.investorId} />,
            ...(row.currency === currency
              ? []
              : [<Money key="own" as="exact" amount={row.amount} currency={row.currency} />]),
          ]}
        />
      ),
      value: money(amount),
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

/** Whoever does not have the list is led to the project's own page. */
const projectLink = (id: string) => ({ to: '/projects', search: { dialog: 'details', record: id } }) as const

/** The first rows of a count, and how many more there are. */
function counted(rows: readonly FigureRow[], all: number): FigureRows {
  const rest = all - rows.length
  return { rows, ...(rest > 0 && { rest: { count: rest, value: count(rest) } }), sum: count(all) }
}

/** The projects that have not exited. */
export function* activeProjectRows(store: Store): Generator<undefined, FigureRows> {
  const rows: FigureRow[] = []
  let [all, seen] = [0, 0]
  for (const project of store.table('projects').scan()) {
    if (++seen % rowsPerStep === 0) yield
    if (!hasNotExited(project)) continue
    if (++all > mostShown) continue
    const { id, name, status } = project
    rows.push({
      id,
      name: <Name>{name}</Name>,
      value: <StatusBadge entity="projects" status={status} />,
      link: projectLink(id),
    })
  }
  return counted(rows, all)
}

/** The firm's investors. */
export function* investorRows(store: Store): Generator<undefined, FigureRows> {
  const rows: FigureRow[] = []
  for (const { id, email } of store.table('investors').scan()) {
    if (rows.length === mostShown) break
    rows.push({
      id,
      name: <RecordName entity="investors" id={id} />,
      about: email,
      value: count(1),
      link: { to: '/investors', search: { dialog: 'details', record: id } },
    })
  }
  yield
  return counted(rows, store.table('investors').size)
}

/** An investor's own investments. */
export function* ownRows(store: Store): Generator<undefined, FigureRows> {
  const rows: FigureRow[] = []
  for (const each of store.table('investments').all()) {
    if (rows.length === mostShown) break
    rows.push({
      id: each.id,
      name: <Name>{nameOfProject(store, each)}</Name>,
      about: <Money as="exact" amount={each.amount} currency={each.currency} />,
      value: <StatusBadge entity="investments" status={each.status} />,
      link: { to: '/investments', search: { dialog: 'details', record: each.id } },
    })
  }
  yield
  return counted(rows, store.table('investments').size)
}

/** The rates of which the average is the mean; projects without one are left out. */
export function* irrRows(
  store: Store,
  words: { readonly mean: (rates: number) => string; readonly none: string },
): Generator<undefined, FigureRows> {
  const mean = yield* averageIrrOf(store.table('projects').scan())
  const rows: FigureRow[] = []
  let [all, seen] = [0, 0]
  for (const project of store.table('projects').scan()) {
    if (++seen % rowsPerStep === 0) yield
    const rate = project.actualIRR ?? project.expectedIRR
    if (rate === null || !hasNotExited(project)) continue
    if (++all > mostShown) continue
    const { id, name } = project
    rows.push({
      id,
      name: <Name>{name}</Name>,
      value: <bdi>{percent(rate)}</bdi>,
      link: projectLink(id),
    })
  }
  return {
    ...counted(rows, all),
    sum: mean === null ? words.none : <bdi>{percent(mean)}</bdi>,
    sumIs: words.mean(all),
  }
}
