// Guesses which column of a file is which field, by its header and by what stands below it. A person looks at the guess
// before anything is imported.
import { type Entity, groupOf, referenceFields } from '../entity.ts'
import { entityNamed, registry } from '../registry.ts'
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

const plain = (words: string): string => words.toLowerCase().replaceAll(/\(.*?\)|[^\p{L}\p{N}]/gu, '')

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

/** The one currency that the columns of money name in brackets: "Amount (AED)". */
function guessCurrency(entity: Importable, columns: ImportMap['columns']): string | undefined {
  const of = registry[entity] as Entity
  const { storage } = of.fields['currency'] ?? {}
  const known = storage?.kind === 'choice' ? storage.options : []
  const named = Object.entries(columns)
    .filter(([, to]) => groupOf(of, fieldOf(to)).includes('currency'))
    .flatMap(([name]) => Array.from(name.matchAll(/\((.*?)\)/g), ([, inside = '']) => inside.trim().toUpperCase()))
  const [one, ...others] = new Set(named.filter((each) => known.includes(each)))
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
