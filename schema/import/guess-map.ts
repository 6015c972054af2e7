// A person reviews the guess.
import { type Entity, groupOf, referenceFields } from '#schema/kernel/entity.ts'
import { isMoney } from '#schema/kernel/field.ts'
import { foldText } from '#schema/kernel/fold-text.ts'
import { entityNamed, registry } from '#schema/registry.ts'
import { fullNameField, type Importable, type ImportMap } from './import-map.ts'

type Column = ImportMap['columns'][string]

/** In lower case without punctuation. */
const commonNames: Readonly<Record<Importable, Readonly<Record<string, readonly string[]>>>> = {
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
  valuations: {
    projectId: ['project', 'projectname', 'startup', 'company'],
    nav: ['netassetvalue', 'value', 'valuation', 'fairvalue'],
    valuationDate: ['date', 'asof', 'day'],
    notes: ['comment', 'note'],
  },
  cashFlows: {
    projectId: ['project', 'projectname', 'startup', 'company'],
    investorId: ['investor', 'investoremail', 'email', 'mail'],
    amount: ['sum', 'value'],
    type: ['kind', 'category'],
    description: ['details', 'purpose', 'reference'],
    date: ['day', 'paidon', 'valuedate'],
  },
}

const lookupFields: Readonly<Record<string, readonly string[]>> = {
  projects: ['name'],
  investors: ['email'],
  referrals: ['name', 'email'],
}

export function targetsOf(entity: Importable): readonly Column[] {
  const definition = registry[entity] as Entity
  const references = new Map(referenceFields(definition).map(({ field, to }) => [field, to]))
  const fields = Object.entries(definition.fields).filter(
    ([, { byServer, storage }]) => !byServer && storage.kind !== 'json' && storage.kind !== 'user',
  )
  return [
    ...(Object.hasOwn(definition.fields, 'firstName') ? [fullNameField] : []),
    ...fields.flatMap(([field]): Column[] => {
      const to = references.get(field)
      if (to === undefined) return [field]
      return (lookupFields[to] ?? []).filter((find) => entityNamed(to)!.fields[find]).map((find) => ({ field, find }))
    }),
  ]
}

export const keyOfTarget = (to: Column): string => (typeof to === 'string' ? to : `${to.field}:${to.find}`)

const normalize = (words: string): string => foldText(words).replaceAll(/\(.*?\)|[^\p{L}\p{M}\p{N}]/gu, '')

export function guessMap(entity: Importable, header: readonly string[], labelOf: (field: string) => string): ImportMap {
  const targets = targetsOf(entity)
  const takenFields = new Set<string>()
  const columns: Record<string, Column> = {}
  for (const name of header) {
    const to = targets.find(
      (each) => !takenFields.has(fieldOf(each)) && names(entity, each, labelOf).includes(normalize(name)),
    )
    if (to === undefined || header.filter((each) => each === name).length > 1) continue
    if (isAmount(entity, to) && unsupportedCurrencies(entity, name).length > 0) continue
    takenFields.add(fieldOf(to))
    columns[name] = to
  }
  if (takenFields.has('firstName')) {
    for (const [name, to] of Object.entries(columns)) if (to === fullNameField) delete columns[name]
  }
  const currency = takenFields.has('currency') || !hasCurrency(entity) ? undefined : guessCurrency(entity, columns)
  return { columns, ...(currency && { constants: { currency } }) }
}

const fieldOf = (to: Column): string => (typeof to === 'string' ? to : to.field)

const names = (entity: Importable, to: Column, labelOf: (field: string) => string): readonly string[] => {
  const field = fieldOf(to)
  return [field, labelOf(field), ...(commonNames[entity][field] ?? [])].map(normalize)
}

const hasCurrency = (entity: Importable): boolean => 'currency' in registry[entity].fields

const isAmount = (entity: Importable, to: Column): boolean => {
  const field = fieldOf(to)
  if (!hasCurrency(entity))
    return field in registry[entity].fields && isMoney((registry[entity] as Entity).fields[field]!)
  return field !== 'currency' && groupOf(registry[entity] as Entity, field).includes('currency')
}

function knownCurrencies(entity: Importable): readonly string[] {
  const { storage } = (registry[entity] as Entity).fields['currency'] ?? {}
  return storage?.kind === 'choice' ? storage.options : []
}

const worldCurrencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))
/** "$" is ambiguous. */
const currencyCodeOf: Readonly<Record<string, string>> = { US$: 'USD', '₺': 'TRY' }

/** "Amount (AED)", "Amount (in EUR)", "Amount €". */
function currenciesIn(entity: Importable, header: string): readonly string[] {
  const known = knownCurrencies(entity)
  const inBrackets = Array.from(header.matchAll(/\((.*?)\)/g), ([, inside = '']) => inside).join(' ')
  const codes = (inBrackets.match(/\p{L}+/gu) ?? []).map((word) => word.toUpperCase())
  const signed = (header.match(/\p{L}*\p{Sc}/gu) ?? []).filter((sign) => sign !== '$')
  return [
    ...new Set([
      ...codes.filter((code) => known.includes(code) || worldCurrencies.has(code)),
      ...signed.map((sign) => currencyCodeOf[sign.toUpperCase()] ?? sign),
    ]),
  ]
}

/** A person has to choose the column's currency then; rows without one of their own have another record's. */
function unsupportedCurrencies(entity: Importable, header: string): readonly string[] {
  const known = knownCurrencies(entity)
  const named = currenciesIn(entity, header)
  return named.length > 1 || named.some((each) => !known.includes(each)) ? named : []
}

export const unsupportedCurrencyHeaders = (
  entity: Importable,
  header: readonly string[],
  labelOf: (field: string) => string,
): readonly { readonly header: string; readonly currencies: readonly string[] }[] => {
  const money = targetsOf(entity).filter((each) => isAmount(entity, each))
  return header
    .filter((each) => money.some((target) => names(entity, target, labelOf).includes(normalize(each))))
    .map((each) => ({ header: each, currencies: unsupportedCurrencies(entity, each) }))
    .filter(({ currencies }) => currencies.length > 0)
}

function guessCurrency(entity: Importable, columns: ImportMap['columns']): string | undefined {
  const named = Object.entries(columns)
    .filter(([, to]) => isAmount(entity, to))
    .flatMap(([name]) => currenciesIn(entity, name))
  const [currency, ...others] = new Set(named)
  return others.length ? undefined : currency
}
