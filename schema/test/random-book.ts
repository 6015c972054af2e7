import type { Book, BookFlow, BookHolding, BookRate, BookValuation } from './reference-book.ts'

const firstDay = '2022-01-01'
const lastDay = '2026-11-24'

export interface RandomBook extends Book {
  readonly days: readonly string[]
}

/** mulberry32 */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function randomBook(seed: number): RandomBook {
  const random = randomFrom(seed)
  const randomBelow = (n: number): number => Math.floor(random() * n)
  const chance = (share: number): boolean => random() < share
  const oneOf = <T>(all: readonly T[]): T => all[randomBelow(all.length)]!
  const listOf = <T>(most: number, make: () => T): T[] => Array.from({ length: randomBelow(most + 1) }, make)

  const day = (from = firstDay, to = lastDay): string => {
    const [first, last] = [Date.parse(from), Date.parse(to)]
    const days = Math.max(0, Math.round((last - first) / 86_400_000))
    return new Date(first + randomBelow(days + 1) * 86_400_000).toISOString().slice(0, 10)
  }
  const shiftDay = (from: string, days: number): string => {
    const moved = new Date(Date.parse(from) + days * 86_400_000).toISOString().slice(0, 10)
    return moved > lastDay ? lastDay : moved
  }
  const money = (): string =>
    chance(0.5)
      ? `${(1 + randomBelow(60)) * 5000}.00`
      : `${1000 + randomBelow(400_000)}.${String(randomBelow(100)).padStart(2, '0')}`
  let lastId = 0
  const id = (): string => `01900000-0000-7000-8000-${String(++lastId).padStart(12, '0')}`
  const currencies = ['USD', 'AED', 'TRY'] as const
  const isOneCurrency = chance(0.4)
  const currencyNear = (own: string): string => (isOneCurrency || chance(0.75) ? own : oneOf(currencies))

  const projects = Array.from({ length: 1 + randomBelow(3) }, () => ({
    id: id(),
    currency: isOneCurrency ? 'USD' : oneOf(currencies),
  }))
  const investors = Array.from({ length: 1 + randomBelow(3) }, id)

  const holdings: BookHolding[] = projects.flatMap((project) =>
    Array.from({ length: 1 + randomBelow(4) }, () => {
      const status = chance(0.15) ? 'COMMITTED' : oneOf(['FUNDED', 'ACTIVE', 'EXITED'] as const)
      const investmentDate = day(firstDay, '2025-06-30')
      return {
        id: id(),
        projectId: project.id,
        investorId: oneOf(investors),
        amount: money(),
        currency: currencyNear(project.currency),
        status,
        investmentDate,
        exitedOn: status === 'EXITED' ? day(investmentDate) : null,
        nothingMoreDue: status === 'EXITED' && chance(0.2),
        isExitedFromStart: status === 'EXITED' && chance(0.3),
      }
    }),
  )

  const flow = (about: BookHolding, type: BookFlow['type'], date: string): BookFlow => ({
    id: id(),
    projectId: about.projectId,
    investorId: chance(0.05) ? null : about.investorId,
    investmentId: chance(0.4) ? about.id : null,
    amount: money(),
    currency: currencyNear(about.currency),
    type,
    date,
    moreDue: type === 'DISTRIBUTION' && chance(0.3),
  })
  const flows = holdings.flatMap((each) => {
    if (each.isExitedFromStart && chance(0.5)) return []
    const calls = chance(0.5) ? listOf(3, () => flow(each, 'CAPITAL_CALL', day(each.investmentDate))) : []
    const types = ['DISTRIBUTION', 'DIVIDEND', 'INTEREST'] as const
    const paidOut = listOf(3, () => flow(each, oneOf(types), day(each.investmentDate)))
    const { exitedOn } = each
    const nearExit =
      exitedOn === null ? [] : listOf(2, () => flow(each, oneOf(types), shiftDay(exitedOn, oneOf(aroundExit))))
    return [...calls, ...paidOut, ...nearExit]
  })
  const consistent = flows.map((each) => (each.investorId === null ? { ...each, investmentId: null } : each))

  const valuations: BookValuation[] = projects.flatMap((project) => {
    const events = consistent.filter(({ projectId }) => projectId === project.id).map(({ date }) => date)
    return listOf(4, () => {
      const date = events.length > 0 && chance(0.3) ? oneOf(events) : day()
      const valuation = () => ({
        id: id(),
        projectId: project.id,
        nav: chance(0.05) ? '0.00' : money(),
        valuationDate: date,
      })
      return chance(0.25) ? [valuation(), valuation()] : [valuation()]
    }).flat()
  })

  const about = { AED: '3.6725', TRY: '32.8471' }
  const rates: BookRate[] = (['AED', 'TRY'] as const).flatMap((currency) => {
    const rate = (date: string): BookRate => {
      const exact = Number(about[currency]) * (0.7 + random() * 0.6)
      const isInverse = chance(0.3)
      return {
        fromCurrency: isInverse ? currency : 'USD',
        toCurrency: isInverse ? 'USD' : currency,
        rate: (isInverse ? 1 / exact : exact).toFixed(6),
        date,
        source: chance(0.5) ? 'MANUAL' : 'ECB',
      }
    }
    if (chance(0.1)) return []
    const first = chance(0.75) ? [rate(firstDay)] : []
    return [...first, ...Array.from({ length: 6 }, () => rate(day()))]
  })
  const direct = chance(0.3)
    ? [{ fromCurrency: 'TRY', toCurrency: 'AED', rate: '0.111806', date: day(), source: 'MANUAL' }]
    : []

  const events = [
    ...consistent.map(({ date }) => date),
    ...valuations.map(({ valuationDate }) => valuationDate),
    ...holdings.flatMap(({ investmentDate, exitedOn }) => (exitedOn === null ? [investmentDate] : [exitedOn])),
  ]
  const days = new Set([
    lastDay,
    ...listOf(4, () => shiftDay(oneOf(events), oneOf([-1, 0, 0, 1]))),
    ...listOf(2, () => day('2024-01-01')),
  ])

  return {
    growth: oneOf(['25.00', '25.00', '10.00', '7.77', '0.00', null]),
    projects,
    holdings,
    flows: consistent,
    valuations,
    rates: [...rates, ...direct],
    days: [...days].toSorted(),
  }
}

/** Days between an exit and a payment, around the thirty days before it. */
const aroundExit = [-45, -31, -30, -29, -5, 0, 1, 30, 90]
