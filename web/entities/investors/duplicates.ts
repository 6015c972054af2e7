import { fullName } from '#schema/entities/investors/entity.ts'
import type { Row } from '#schema/registry.ts'
import { foldText } from '#schema/kernel/fold-text.ts'
import { comparableWords, splitWords } from '#schema/kernel/similar/similar-words.ts'

type Investor = Pick<Row<'investors'>, 'id' | 'firstName' | 'lastName' | 'email' | 'phone'>

export const reasons = ['email', 'phone', 'name', 'similarName'] as const
export type Reason = (typeof reasons)[number]

export interface Pair {
  readonly ids: readonly [string, string]
  readonly reasons: readonly Reason[]
}

/** Shorter numbers are extensions or text. */
const fewestDigits = 7
/** Shared by more records, a value proves nothing: a generic name, or an office number. */
const maxDuplicates = 8

/** The words of a name count in any order. */
function signsOfDuplicate(investor: Investor): readonly (readonly [Reason, string])[] {
  // Country codes may have a plus, zeros or be missing, so only the last digits count.
  const digits = (investor.phone ?? '').replace(/\D/g, '')
  const words = splitWords(foldText(fullName(investor)))
  const sounds = comparableWords(fullName(investor)).map((word) => word.sounds)
  return [
    ['email', foldText(investor.email).trim()],
    ...(digits.length >= fewestDigits ? [['phone', digits.slice(-9)] as const] : []),
    ...(words.length > 1
      ? [['name', words.toSorted().join(' ')] as const, ['similarName', sounds.toSorted().join(' ')] as const]
      : []),
  ]
}

const isImplied = (reason: Reason, of: ReadonlySet<Reason>): boolean => reason === 'similarName' && of.has('name')

/** A generator, so that the screen can slice the work. */
export function* possibleDuplicates(investors: Iterable<Investor>): Generator<undefined, readonly Pair[]> {
  const alike = new Map<string, string[]>()
  for (const investor of investors) {
    for (const [reason, mark] of signsOfDuplicate(investor)) {
      const key = `${reason} ${mark}`
      const ids = alike.get(key)
      if (ids) ids.push(investor.id)
      else alike.set(key, [investor.id])
    }
    yield undefined
  }
  const found = new Map<string, { ids: readonly [string, string]; reasons: Set<Reason> }>()
  for (const [key, all] of alike) {
    if (all.length < 2 || all.length > maxDuplicates) continue
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
    .map(([, { ids, reasons: of }]) => ({
      ids,
      reasons: reasons.filter((each) => of.has(each) && !isImplied(each, of)),
    }))
}
