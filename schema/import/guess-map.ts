// Guesses which column of a file is which field, by its header and by what stands below it. A person looks at the guess
// before anything is imported.
import { type Entity, groupOf, referenceFields } from '#schema/kernel/entity.ts'
import { foldText } from '#schema/kernel/fold-text.ts'
import { entityNamed, registry } from '#schema/registry.ts'
import { fullNameField, type Importable, type ImportMap } from './import-map.ts'
import { type DateOrder, dateOrders, readDate } from './read-date.ts'

type Column = ImportMap['columns'][string]

/** What else people call fields, in small letters and without signs. */
const called: Readonly<Record<Importable, Readonly<Record<string, readonly string[]>>>> = {
  projects: {
    name: ['project', 'projectname', 'startup', 'company', 'title'],
    type: ['kind', 'category', 'sector'],
    location: ['city', 'place', 'country'],
    targetAmount: ['target', 'sought', 'goal'],
    expectedIRR: ['irr', 'expectedreturn', 'return'],
    description: ['about', 'details'],
    paymentInstallment: ['installment', 'instalment'],
  },
  investors: {
    [fullNameField]: ['name', 'fullname', 'investor', 'investorname'],
    firstName: ['first', 'givenname', 'forename'],
    lastName: ['last', 'surname', 'familyname'],
    email: ['mail', 'emailaddress'],
    phone: ['telephone', 'mobile', 'tel', 'phonenumber'],
    kycStatus: ['kyc'],
  },
  investments: {
    projectId: ['project', 'projectname', 'startup', 'company'],
    investorId: ['investor', 'investoremail', 'email', 'mail'],
    amount: ['sum', 'value', 'invested'],
    investmentDate: ['date', 'invested on', 'day'],
    redemptionDate: ['redemption', 'maturity'],
    exitedOn: ['exit', 'exitdate', 'dateofexit', 'saledate', 'dateofsale', 'soldon'],
  },
}

/** By what a reference is found in a file. */
const foundBy: Readonly<Record<string, readonly string[]>> = {
  projects: ['name'],
  investors: ['email'],
  referrals: ['name', 'email'],
}

/** What a column may go to: fields that people set, a whole name, and references by a field of the other record. */
export function targetsOf(entity: Importable): readonly Column[] {
  const of = registry[entity] as Entity
  const references = new Map(referenceFields(of).map(({ field, to }) => [field, to]))
  const fields = Object.entries(of.fields).filter(
    ([, { byServer, storage }]) => !byServer && storage.kind !== 'json' && storage.kind !== 'user',
  )
  return [
    ...(Object.hasOwn(of.fields, 'firstName') ? [fullNameField] : []),
    ...fields.flatMap(([field]): Column[] => {
      const to = references.get(field)
      if (to === undefined) return [field]
      return (foundBy[to] ?? []).filter((find) => entityNamed(to)!.fields[find]).map((find) => ({ field, find }))
    }),
  ]
}

/** A column in one word, for a list of choices. */
export const keyOfTarget = (to: Column): string => (typeof to === 'string' ? to : `${to.field}:${to.find}`)

const plain = (words: string): string => foldText(words).replaceAll(/\(.*?\)|[^\p{L}\p{M}\p{N}]/gu, '')

/** `labelOf` gives what the person reads for a field. */
export function guessMap(
  entity: Importable,
  header: readonly string[],
  rows: readonly (readonly string[])[],
  labelOf: (field: string) => string,
): ImportMap {
  const targets = targetsOf(entity)
  const taken = new Set<string>()
  const columns: Record<string, Column> = {}
  for (const name of header) {
    const to = targets.find((each) => !taken.has(fieldOf(each)) && names(entity, each, labelOf).includes(plain(name)))
    if (to === undefined || header.filter((each) => each === name).length > 1) continue
    if (isMoney(entity, to) && foreignCurrencies(entity, name).length > 0) continue
    taken.add(fieldOf(to))
    columns[name] = to
  }
  // A whole name leaves no room for its parts.
  if (taken.has('firstName')) {
    for (const [name, to] of Object.entries(columns)) if (to === fullNameField) delete columns[name]
  }
  const currency = taken.has('currency') ? undefined : guessCurrency(entity, columns)
  return {
    columns,
    ...(currency && { constants: { currency } }),
    dates: guessDates(entity, header, rows, columns),
  }
}

const fieldOf = (to: Column): string => (typeof to === 'string' ? to : to.field)

const names = (entity: Importable, to: Column, labelOf: (field: string) => string): readonly string[] => {
  const field = fieldOf(to)
  return [field, labelOf(field), ...(called[entity][field] ?? [])].map(plain)
}

/** Whether the field's value is in the currency of the row. */
const isMoney = (entity: Importable, to: Column): boolean => {
  const field = fieldOf(to)
  return field !== 'currency' && groupOf(registry[entity] as Entity, field).includes('currency')
}

function knownCurrencies(entity: Importable): readonly string[] {
  const { storage } = (registry[entity] as Entity).fields['currency'] ?? {}
  return storage?.kind === 'choice' ? storage.options : []
}

const worldCurrencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))
/** Signs of one currency alone. "$" is not among them and says nothing. */
const signs: Readonly<Record<string, string>> = { US$: 'USD', '₺': 'TRY' }

/** The currencies that a head names, in brackets or by a sign: "Amount (AED)", "Amount (in EUR)", "Amount €". */
function currenciesIn(entity: Importable, head: string): readonly string[] {
  const known = knownCurrencies(entity)
  const inBrackets = Array.from(head.matchAll(/\((.*?)\)/g), ([, inside = '']) => inside).join(' ')
  const codes = (inBrackets.match(/\p{L}+/gu) ?? []).map((word) => word.toUpperCase())
  const signed = (head.match(/\p{L}*\p{Sc}/gu) ?? []).filter((sign) => sign !== '$')
  return [
    ...new Set([
      ...codes.filter((code) => known.includes(code) || worldCurrencies.has(code)),
      ...signed.map((sign) => signs[sign.toUpperCase()] ?? sign),
    ]),
  ]
}

/**
 * The currencies that a head names, when it names others than one that rows may have: nobody knows then in which of the
 * known ones its amounts are, so a person has to say it.
 */
function foreignCurrencies(entity: Importable, head: string): readonly string[] {
  const known = knownCurrencies(entity)
  if (known.length === 0) return []
  const named = currenciesIn(entity, head)
  return named.length > 1 || named.some((each) => !known.includes(each)) ? named : []
}

/** The heads of money that are not guessed because of the currencies that they name. */
export const foreignHeads = (
  entity: Importable,
  header: readonly string[],
  labelOf: (field: string) => string,
): readonly { readonly head: string; readonly currencies: readonly string[] }[] => {
  const money = targetsOf(entity).filter((each) => isMoney(entity, each))
  return header
    .filter((head) => money.some((each) => names(entity, each, labelOf).includes(plain(head))))
    .map((head) => ({ head, currencies: foreignCurrencies(entity, head) }))
    .filter(({ currencies }) => currencies.length > 0)
}

/** The one currency that the columns of money name: "Amount (AED)". */
function guessCurrency(entity: Importable, columns: ImportMap['columns']): string | undefined {
  const named = Object.entries(columns)
    .filter(([, to]) => isMoney(entity, to))
    .flatMap(([name]) => currenciesIn(entity, name))
  const [one, ...others] = new Set(named)
  return others.length ? undefined : one
}

/** The order in which every date of the first rows can be read. */
function guessDates(
  entity: Importable,
  header: readonly string[],
  rows: readonly (readonly string[])[],
  columns: ImportMap['columns'],
): DateOrder {
  const of = registry[entity] as Entity
  const places = Object.entries(columns)
    .filter(([, to]) => of.fields[fieldOf(to)]?.storage.kind === 'date')
    .map(([name]) => header.indexOf(name))
  const dates = rows
    .slice(0, 200)
    .flatMap((row) => places.map((at) => row[at] ?? ''))
    .filter((each) => each.trim() !== '')
  return dateOrders.find((order) => dates.every((each) => readDate(each, order) !== null)) ?? 'iso'
}
