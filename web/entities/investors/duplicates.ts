// Records that may be of the same investor: they share an email, a phone number, or a name.
import { fullName } from '#schema/entities/investors/entity.ts'
import type { Row } from '#schema/registry.ts'
import { foldText } from '#schema/kernel/fold-text.ts'

type Investor = Pick<Row<'investors'>, 'id' | 'firstName' | 'lastName' | 'email' | 'phone'>

export const reasons = ['email', 'phone', 'name'] as const
export type Reason = (typeof reasons)[number]

/** Two records, the older one first, and what they share. */
export interface Pair {
  readonly ids: readonly [string, string]
  readonly reasons: readonly Reason[]
}

/** Fewer digits are an extension, or a word that somebody typed into the field. */
const fewestDigits = 7
/** With more records, what they share says nothing: a name that is a title, the number of an office. */
const mostAlike = 8

/** What a record has to share with another one, by reason; a name's words may stand in any order. */
function marksOf(investor: Investor): readonly (readonly [Reason, string])[] {
  // A country's code is written with a plus, with zeros, or not at all: the last digits are the number.
  const digits = (investor.phone ?? '').replace(/\D/g, '')
  const name = foldText(fullName(investor))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .toSorted()
  return [
    ['email', foldText(investor.email).trim()],
    ...(digits.length >= fewestDigits ? [['phone', digits.slice(-9)] as const] : []),
    ...(name.length > 1 ? [['name', name.join(' ')] as const] : []),
  ]
}

/** A walk that a screen takes in slices; its result is in the order of the older records. */
export function* possibleDuplicates(investors: Iterable<Investor>): Generator<undefined, readonly Pair[]> {
  const alike = new Map<string, string[]>()
  for (const investor of investors) {
    for (const [reason, mark] of marksOf(investor)) {
      const key = `${reason} ${mark}`
      const ids = alike.get(key)
      if (ids) ids.push(investor.id)
      else alike.set(key, [investor.id])
    }
    yield undefined
  }
  const found = new Map<string, { ids: readonly [string, string]; reasons: Set<Reason> }>()
  for (const [key, all] of alike) {
    if (all.length < 2 || all.length > mostAlike) continue
    const ids = all.toSorted()
    for (const [at, one] of ids.entries())
      for (const other of ids.slice(at + 1)) {
        const pair = found.get(`${one} ${other}`) ?? { ids: [one, other] as const, reasons: new Set<Reason>() }
        pair.reasons.add(key.slice(0, key.indexOf(' ')) as Reason)
        found.set(`${one} ${other}`, pair)
      }
    yield undefined
  }
  return [...found]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { ids, reasons: of }]) => ({ ids, reasons: reasons.filter((each) => of.has(each)) }))
}
