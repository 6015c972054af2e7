// Computed in slices, because there may be tens of thousands of rows.
import type { AnyRow } from '#schema/kernel/entity.ts'
import type { LeftOut } from '#schema/money/counting.ts'
import { type Exchange, isConversion } from '#schema/money/exchange.ts'
import { isZero, partialSum, round } from '#schema/money/money.ts'
import type { EntityName } from '#schema/registry.ts'
import type { ReadAny } from '#schema/rules.ts'
import { rowsPerStep } from '#schema/kernel/steps.ts'
import { recordTitle } from '#web/records/names/record-title.ts'
import type { WholeSums } from '#web/records/figures/use-whole-sums.ts'

export interface Total extends LeftOut {
  readonly field: string
  /** In the exchange's currency, rounded once. */
  readonly amount: string
  readonly byCurrency: ReadonlyMap<string, string>
}

interface TotalsOptions {
  readonly entity: EntityName
  readonly fields: readonly string[]
  readonly exchange: Exchange
  readonly read: ReadAny
  readonly currencyIn: (row: AnyRow) => string
  readonly whole: Pick<WholeSums, 'fields' | 'partsOf'>
}

export function* totalsOf(
  rows: Iterable<AnyRow>,
  { entity, fields, exchange, read, currencyIn, whole }: TotalsOptions,
) {
  const tallies = fields.map((field) => ({ field, tally: new Tally(exchange) }))
  let at = 0
  for (const row of rows) {
    for (const { field, tally } of tallies) {
      if (whole.fields.has(field)) {
        for (const [currency, part] of whole.partsOf(row, field))
          if (!isZero(part)) tally.add(part, currency, () => recordTitle(entity, row, read))
        continue
      }
      // A row removed between two slices has no values; its list is summed again.
      const amount = row[field]
      if (typeof amount === 'string') tally.add(amount, currencyIn(row), () => recordTitle(entity, row, read))
    }
    if (++at % rowsPerStep > 0) continue
    for (const { tally } of tallies) tally.sumUp()
    yield
  }
  return tallies.map(({ field, tally }): Total => ({ field, ...tally.total() }))
}

class Tally {
  readonly #exchange: Exchange
  readonly #sums = new Map<string, string>()
  readonly #pending = new Map<string, string[]>()
  readonly #known = new Map<string, boolean>()
  readonly #names = new Set<string>()

  constructor(exchange: Exchange) {
    this.#exchange = exchange
  }

  add(amount: string, currency: string, nameOf: () => string): void {
    const pending = this.#pending.get(currency)
    if (pending) pending.push(amount)
    else this.#pending.set(currency, [amount])
    if (!this.#isKnown(currency)) this.#names.add(`${nameOf()} (${currency})`)
  }

  sumUp(): void {
    for (const [currency, amounts] of this.#pending)
      this.#sums.set(currency, partialSum([this.#sums.get(currency) ?? '0', ...amounts]))
    this.#pending.clear()
  }

  total(): Omit<Total, 'field'> {
    this.sumUp()
    const { convert, currency: target } = this.#exchange
    const convertedSums = [...this.#sums].map(([from, sum]) => ({ from, sum, converted: convert(sum, from, target) }))
    return {
      amount: round(partialSum(convertedSums.flatMap(({ converted }) => (converted ? [converted.amount] : [])))),
      byCurrency: new Map([...this.#sums].map(([currency, sum]) => [currency, round(sum)])),
      names: [...this.#names],
      currencies: [...this.#known].flatMap(([currency, isKnown]) => (isKnown ? [] : [currency])),
      isConverted: convertedSums.some(
        ({ from, sum, converted }) => converted !== null && isConversion(sum, from, target),
      ),
      isStale: convertedSums.some(({ converted }) => converted?.isStale === true),
    }
  }

  #isKnown(currency: string): boolean {
    const known = this.#known.get(currency)
    if (known !== undefined) return known
    const isKnown = this.#exchange.convert('1', currency, this.#exchange.currency) !== null
    this.#known.set(currency, isKnown)
    return isKnown
  }
}
