// Written from the specification; shares no code with the product, not even arithmetic.

export interface BookProject {
  readonly id: string
  readonly currency: string
}

export interface BookHolding {
  readonly id: string
  readonly projectId: string
  readonly investorId: string
  readonly amount: string
  readonly currency: string
  readonly status: 'COMMITTED' | 'FUNDED' | 'ACTIVE' | 'EXITED'
  readonly investmentDate: string
  readonly exitedOn: string | null
  readonly nothingMoreDue: boolean
  readonly isExitedFromStart: boolean
}

export interface BookFlow {
  readonly id: string
  readonly projectId: string
  readonly investorId: string | null
  readonly investmentId: string | null
  readonly amount: string
  readonly currency: string
  readonly type: 'CAPITAL_CALL' | 'DISTRIBUTION' | 'DIVIDEND' | 'INTEREST'
  readonly date: string
  readonly moreDue: boolean
}

export interface BookValuation {
  readonly id: string
  readonly projectId: string
  readonly nav: string
  readonly valuationDate: string
}

export interface BookRate {
  readonly fromCurrency: string
  readonly toCurrency: string
  readonly rate: string
  readonly date: string
  readonly source: string
}

export interface Book {
  readonly growth: string | null
  readonly projects: readonly BookProject[]
  readonly holdings: readonly BookHolding[]
  readonly flows: readonly BookFlow[]
  readonly valuations: readonly BookValuation[]
  readonly rates: readonly BookRate[]
}

export type ReferenceRule =
  | 'VALUATION'
  | 'COST'
  | 'ILLUSTRATIVE'
  | 'OUTSTANDING'
  | 'REALISED'
  | 'UNPAID'
  | 'UNKNOWN'
  | 'NO_RATE'

export interface ReferenceFigures {
  readonly rule: ReferenceRule
  readonly value: string | null
  readonly paidIn: string | null
  readonly received: string | null
  readonly gain: string | null
}

export interface ReferenceTotals {
  readonly value: string
  readonly paidIn: string
  readonly received: string
  readonly gain: string
  /** Gain in percent of what is paid in for the holdings with a return, six decimals. */
  readonly rate: string | null
  readonly unfunded: string
  readonly leftOut: readonly string[]
  readonly unknown: readonly string[]
}

// Fractions of whole numbers: nothing is rounded before a figure is written.

type Fraction = readonly [over: bigint, under: bigint]
const zero: Fraction = [0n, 1n]

const positive = (n: bigint): bigint => (n < 0n ? -n : n)
const commonDivisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : commonDivisor(b, a % b))

function fraction(over: bigint, under: bigint): Fraction {
  const divisor = commonDivisor(positive(over), positive(under)) * (under < 0n ? -1n : 1n)
  return [over / divisor, under / divisor]
}

function decimal(text: string): Fraction {
  const [whole = '', decimals = ''] = text.replace('-', '').split('.')
  const digits = BigInt(whole + decimals)
  return fraction(text.startsWith('-') ? -digits : digits, 10n ** BigInt(decimals.length))
}

const plus = (a: Fraction, b: Fraction): Fraction => fraction(a[0] * b[1] + b[0] * a[1], a[1] * b[1])
const minus = (a: Fraction, b: Fraction): Fraction => plus(a, [-b[0], b[1]])
const times = (a: Fraction, b: Fraction): Fraction => fraction(a[0] * b[0], a[1] * b[1])
const per = (a: Fraction, b: Fraction): Fraction => fraction(a[0] * b[1], a[1] * b[0])
const notBelowZero = (a: Fraction): Fraction => (a[0] < 0n ? zero : a)
const total = (all: readonly Fraction[]): Fraction => all.reduce(plus, zero)

function formatFraction(value: Fraction, decimals = 2): string {
  const scale = 10n ** BigInt(decimals)
  const doubled = positive(value[0]) * scale * 2n
  const rounded = (doubled + value[1]) / (value[1] * 2n)
  const digits = String(rounded).padStart(decimals + 1, '0')
  const sign = value[0] < 0n && rounded > 0n ? '-' : ''
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** In cents; the lowest id wins a tie. */
function splitByWeight(amount: string, weights: ReadonlyMap<string, Fraction>): Map<string, Fraction> {
  const cents = times(decimal(amount), [100n, 1n])
  const whole = total([...weights.values()])
  const parts = [...weights].map(([id, weight]) => {
    const [over, under] = per(times(cents, weight), whole)
    return { id, floor: over / under, rest: fraction(over % under, under) }
  })
  let left = cents[0] / cents[1] - parts.reduce((sum, { floor }) => sum + floor, 0n)
  const byRest = parts.toSorted((a, b) => {
    const [order] = minus(b.rest, a.rest)
    return order > 0n ? 1 : order < 0n ? -1 : a.id < b.id ? -1 : 1
  })
  const found = new Map<string, Fraction>()
  for (const { id, floor } of byRest) found.set(id, fraction(floor + (left-- > 0n ? 1n : 0n), 100n))
  return found
}

/** Days since 1 March of the year 0. */
function dayNumber(day: string): number {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const shifted = month > 2 ? year : year - 1
  const leapDays = Math.floor(shifted / 4) - Math.floor(shifted / 100) + Math.floor(shifted / 400)
  return shifted * 365 + leapDays + Math.floor((((month + 9) % 12) * 153 + 2) / 5) + date - 1
}

const isFromDaysBefore = (day: string, anchor: string, days: number): boolean =>
  dayNumber(day) >= dayNumber(anchor) - days

function rateOf(rates: readonly BookRate[], from: string, to: string, day: string): Fraction | null {
  if (from === to) return [1n, 1n]
  const known = (a: string, b: string): Fraction | null => {
    const dated = rates.filter((each) => each.fromCurrency === a && each.toCurrency === b && each.date <= day)
    const latest = dated.reduce((date, each) => (each.date > date ? each.date : date), '')
    const ofDay = dated.filter(({ date }) => date === latest)
    const chosen = ofDay.find(({ source }) => source === 'MANUAL') ?? ofDay[0]
    return chosen ? decimal(chosen.rate) : null
  }
  const step = (a: string, b: string): Fraction | null => {
    const direct = known(a, b)
    if (direct) return direct
    const inverse = known(b, a)
    return inverse && per([1n, 1n], inverse)
  }
  const whole = step(from, to)
  if (whole || from === 'USD' || to === 'USD') return whole
  const [first, second] = [step(from, 'USD'), step('USD', to)]
  return first && second && times(first, second)
}

interface Payment {
  readonly amount: Fraction
  readonly currency: string
  readonly type: BookFlow['type']
  readonly date: string
  readonly isFinalKind: boolean
}

const isCall = ({ type }: Payment): boolean => type === 'CAPITAL_CALL'

function sharersOf(book: Book, flow: BookFlow): readonly BookHolding[] {
  const own = book.holdings.filter((each) => each.projectId === flow.projectId && each.investorId === flow.investorId)
  const paidIn = own.filter(({ status }) => status !== 'COMMITTED')
  const live = paidIn.filter(
    ({ investmentDate, exitedOn }) => investmentDate <= flow.date && (exitedOn === null || exitedOn >= flow.date),
  )
  return live.length > 0 ? live : paidIn.length > 0 ? paidIn : own
}

function partOf(book: Book, holding: BookHolding, flow: BookFlow): Fraction | null {
  if (flow.projectId !== holding.projectId || flow.investorId !== holding.investorId) return null
  if (flow.investmentId !== null) return flow.investmentId === holding.id ? decimal(flow.amount) : null
  const sharers = sharersOf(book, flow)
  const isOneCurrency = sharers.every(({ currency }) => currency === sharers[0]!.currency)
  const { currency } = book.projects.find(({ id }) => id === flow.projectId)!
  const weights = new Map(
    sharers.map((each): [string, Fraction] => {
      const rate = isOneCurrency ? ([1n, 1n] as const) : rateOf(book.rates, each.currency, currency, flow.date)
      return [each.id, rate ? times(decimal(each.amount), rate) : zero]
    }),
  )
  if (!weights.has(holding.id) || total([...weights.values()])[0] === 0n) return null
  return splitByWeight(flow.amount, weights).get(holding.id)!
}

function paymentsOf(book: Book, holding: BookHolding): readonly Payment[] {
  const recorded = book.flows.flatMap((flow): Payment[] => {
    const amount = partOf(book, holding, flow)
    const { type, date, currency, moreDue } = flow
    return amount ? [{ amount, currency, type, date, isFinalKind: type === 'DISTRIBUTION' && !moreDue }] : []
  })
  const isAssumed = holding.status !== 'COMMITTED' && !recorded.some(isCall)
  const { amount, currency, investmentDate: date } = holding
  const assumed: Payment = { amount: decimal(amount), currency, type: 'CAPITAL_CALL', date, isFinalKind: false }
  return [...recorded, ...(isAssumed ? [assumed] : [])].toSorted((a, b) =>
    a.date === b.date ? Number(isCall(b)) - Number(isCall(a)) : a.date < b.date ? -1 : 1,
  )
}

function amountsIn(book: Book, payments: readonly Payment[], currency: string): Fraction | null {
  const converted = payments.map(({ amount, currency: from, date }) => {
    const rate = rateOf(book.rates, from, currency, date)
    return rate && times(amount, rate)
  })
  return converted.every((each) => each !== null) ? total(converted) : null
}

interface ValuedHolding {
  readonly rule: ReferenceRule
  readonly value: Fraction
  readonly hasReturn: boolean
}

const noRate: ValuedHolding = { rule: 'NO_RATE', value: zero, hasReturn: false }

function rollForward(book: Book, from: Fraction, payments: readonly Payment[], currency: string): Fraction | null {
  let value = from
  for (const payment of payments) {
    const amount = amountsIn(book, [payment], currency)
    if (amount === null) return null
    value = notBelowZero(isCall(payment) ? plus(value, amount) : minus(value, amount))
  }
  return value
}

function shareOf(book: Book, holding: BookHolding, valuation: BookValuation): Fraction | null {
  const { currency } = book.projects.find(({ id }) => id === valuation.projectId)!
  const weights = new Map<string, Fraction>()
  for (const each of book.holdings) {
    if (each.projectId !== valuation.projectId) continue
    if (each.exitedOn !== null && each.exitedOn <= valuation.valuationDate) continue
    const calls = paymentsOf(book, each).filter((payment) => isCall(payment) && payment.date <= valuation.valuationDate)
    const convertible = calls.filter((payment) => amountsIn(book, [payment], currency) !== null)
    const paidIn = amountsIn(book, convertible, currency)!
    if (paidIn[0] > 0n) weights.set(each.id, paidIn)
  }
  return weights.has(holding.id) ? splitByWeight(valuation.nav, weights).get(holding.id)! : null
}

function liveValue(book: Book, holding: BookHolding, day: string): ValuedHolding {
  const { currency } = book.projects.find(({ id }) => id === holding.projectId)!
  const payments = paymentsOf(book, holding).filter(({ date }) => date <= day)
  const paidIn = amountsIn(book, payments.filter(isCall), currency)
  const received = amountsIn(
    book,
    payments.filter((each) => !isCall(each)),
    currency,
  )
  if (paidIn === null || received === null) return noRate
  if (paidIn[0] === 0n) return { rule: 'UNPAID', value: zero, hasReturn: false }
  const ofProject = book.valuations.filter(({ projectId }) => projectId === holding.projectId)
  const cost = notBelowZero(minus(paidIn, received))
  if (ofProject.length === 0) {
    if (book.growth === null) return { rule: 'COST', value: cost, hasReturn: false }
    const grown = times(paidIn, plus([1n, 1n], per(decimal(book.growth), [100n, 1n])))
    return { rule: 'ILLUSTRATIVE', value: notBelowZero(minus(grown, received)), hasReturn: true }
  }
  const latest = ofProject
    .filter(({ valuationDate }) => valuationDate <= day)
    .toSorted((a, b) => (a.valuationDate + a.id < b.valuationDate + b.id ? 1 : -1))[0]
  const share = latest ? shareOf(book, holding, latest) : null
  if (!latest || share === null) return { rule: 'COST', value: cost, hasReturn: true }
  const later = payments.filter(({ date }) => date > latest.valuationDate)
  const value = rollForward(book, share, later, currency)
  return value === null ? noRate : { rule: 'VALUATION', value, hasReturn: true }
}

function dayBefore(book: Book, holding: BookHolding, day: string): ValuedHolding {
  // Only compared with, so any text between the two days will do.
  const [year, month, date] = day.split('-') as [string, string, string]
  const before = `${year}-${month}-${String(Number(date) - 1).padStart(2, '0')}`
  return liveValue(book, holding, before)
}

function valueOnDay(book: Book, holding: BookHolding, day: string): ValuedHolding {
  const { exitedOn } = holding
  const payments = paymentsOf(book, holding)
  if (exitedOn === null) return liveValue(book, holding, day)
  const isPaid = book.flows.some((flow) => partOf(book, holding, flow) !== null)
  if (holding.isExitedFromStart && !isPaid && !holding.nothingMoreDue)
    return { rule: 'UNKNOWN', value: zero, hasReturn: false }
  if (day < exitedOn) return liveValue(book, holding, day)
  const final = payments.filter(({ isFinalKind, date }) => isFinalKind && isFromDaysBefore(date, exitedOn, 30))
  const isOver = final.length > 0 ? final.some(({ date }) => date <= day) : holding.nothingMoreDue
  if (isOver) return { rule: 'REALISED', value: zero, hasReturn: true }
  const { currency } = book.projects.find(({ id }) => id === holding.projectId)!
  const before = dayBefore(book, holding, exitedOn)
  if (before.rule === 'NO_RATE') return noRate
  const since = payments.filter(({ date }) => date >= exitedOn && date <= day)
  const value = rollForward(book, before.value, since, currency)
  return value === null ? noRate : { rule: 'OUTSTANDING', value, hasReturn: before.hasReturn }
}

export function referenceFigures(book: Book, holding: BookHolding, day: string): ReferenceFigures {
  const valued = valueOnDay(book, holding, day)
  const unknown = { value: null, paidIn: null, received: null, gain: null }
  if (valued.rule === 'UNKNOWN') return { rule: 'UNKNOWN', ...unknown }
  const until = paymentsOf(book, holding).filter(({ date }) => date <= day)
  const paidIn = amountsIn(book, until.filter(isCall), holding.currency)
  const received = amountsIn(
    book,
    until.filter((each) => !isCall(each)),
    holding.currency,
  )
  const { currency } = book.projects.find(({ id }) => id === holding.projectId)!
  const rate = valued.value[0] === 0n ? zero : rateOf(book.rates, currency, holding.currency, day)
  if (valued.rule === 'NO_RATE' || rate === null || paidIn === null || received === null)
    return { rule: 'NO_RATE', ...unknown }
  const [value, paid, got] = [
    formatFraction(times(valued.value, rate)),
    formatFraction(paidIn),
    formatFraction(received),
  ]
  const gain = valued.hasReturn ? formatFraction(minus(plus(decimal(value), decimal(got)), decimal(paid))) : null
  return { rule: valued.rule, value, paidIn: paid, received: got, gain }
}

export function referenceTotals(
  book: Book,
  holdings: readonly BookHolding[],
  day: string,
  currency: string,
  ratesOf = day,
): ReferenceTotals {
  const sums = { value: zero, paidIn: zero, received: zero, gain: zero, paidInWithReturn: zero, unfunded: zero }
  const [leftOut, unknown]: [string[], string[]] = [[], []]
  for (const holding of holdings) {
    const figures = referenceFigures(book, holding, day)
    const rate = rateOf(book.rates, holding.currency, currency, ratesOf)
    if (figures.rule === 'UNKNOWN') {
      unknown.push(holding.id)
      continue
    }
    if (figures.rule === 'NO_RATE' || rate === null) {
      leftOut.push(holding.id)
      continue
    }
    const add = (to: keyof typeof sums, amount: string): void => {
      sums[to] = plus(sums[to], times(decimal(amount), rate))
    }
    add('value', figures.value!)
    add('paidIn', figures.paidIn!)
    add('received', figures.received!)
    if (figures.gain !== null) {
      add('gain', figures.gain)
      add('paidInWithReturn', figures.paidIn!)
    }
    const unfunded = notBelowZero(minus(decimal(holding.amount), decimal(figures.paidIn!)))
    if (holding.exitedOn === null) add('unfunded', formatFraction(unfunded))
  }
  const { paidInWithReturn } = sums
  return {
    value: formatFraction(sums.value),
    paidIn: formatFraction(sums.paidIn),
    received: formatFraction(sums.received),
    gain: formatFraction(sums.gain),
    rate: paidInWithReturn[0] > 0n ? formatFraction(times([100n, 1n], per(sums.gain, paidInWithReturn)), 6) : null,
    unfunded: formatFraction(sums.unfunded),
    leftOut,
    unknown,
  }
}
