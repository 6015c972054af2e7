// Plans name fields; the field's kind decides the rest.
import { isCalendarDate } from '#schema/money/dates.ts'
import { type AnyRow, type Entity, referenceFields } from '#schema/kernel/entity.ts'
import { currencies, statusClass } from '#schema/kernel/enumerations.ts'
import { isStatus } from '#schema/kernel/field.ts'
import { fixDecimal } from '#schema/money/money.ts'
import { type EntityName, registry, type Row } from '#schema/registry.ts'
import { readableFields } from '#schema/kernel/permissions.ts'
import type { Identity } from '#web/store/base/contract.ts'
import type { RecordSearch } from '#web/records/names/record-search.ts'
import { identityMay } from '#web/records/data/use-may.ts'

export type FilterPlan<Name extends EntityName> =
  | (keyof Row<Name> & string)
  | { readonly has: EntityName }
  /** A second date, with keys of its own in the address. */
  | { readonly due: keyof Row<Name> & string }
  | DerivedPlan<Row<Name>>
  | StatePlan<Row<Name>>

/** A field of which screens show another value than the stored one. */
export interface DerivedPlan<R> {
  readonly choice: keyof R & string
  shownAs(row: R, today: string): string
}

export interface StatePlan<R> {
  readonly states: readonly string[]
  stateOf(row: R, today: string): string
  readonly label: () => string
  readonly word: (state: string) => string
}

export type Facet =
  /** `isOpen`: other values exist besides the options. */
  | {
      readonly kind: 'choice'
      readonly field: string
      readonly options: readonly string[]
      readonly isStatus: boolean
      readonly isOpen: boolean
      shownAs?(row: AnyRow, today: string): string
    }
  | { readonly kind: 'flag'; readonly field: string }
  | { readonly kind: 'days'; readonly field: string; readonly isMoment: boolean; readonly isDue?: true }
  /** The address names the record, and `parentsIn` finds it. */
  | { readonly kind: 'reference'; readonly field: string; readonly to: EntityName }
  | { readonly kind: 'amount'; readonly field: string; readonly isMoney: boolean }
  | { readonly kind: 'has'; readonly entity: EntityName; readonly via: string }
  | ({ readonly kind: 'state' } & StatePlan<AnyRow>)

export type ActiveFilter =
  | { readonly words: readonly string[] }
  | { readonly is: boolean }
  | { readonly from: string | undefined; readonly to: string | undefined }
  | { readonly min: Bound | undefined; readonly max: Bound | undefined }

export interface Bound {
  readonly amount: string
  /** Null: the reader's currency. */
  readonly currency: string | null
}

export type AmountFacet = Facet & { readonly kind: 'amount' }

export function facetsOf<Name extends EntityName>(entity: Name, plans: readonly FilterPlan<Name>[]): readonly Facet[] {
  const facets = plans.map((plan): Facet => {
    if (typeof plan === 'string') return fieldFacet(entity, plan)
    if ('choice' in plan) {
      const { choice, ...shown } = plan
      return { ...fieldFacet(entity, choice), ...shown } as Facet
    }
    if ('due' in plan) return { kind: 'days', field: plan.due, isMoment: false, isDue: true }
    return 'has' in plan ? hasFacet(entity, plan.has) : { kind: 'state', ...plan }
  })
  const keys = facets.flatMap(keysOf)
  const duplicateKey = keys.find((key, at) => keys.indexOf(key) !== at)
  if (duplicateKey) throw new Error(`Two filters of ${entity} would be ${duplicateKey} in the address`)
  return facets
}

function fieldFacet(entity: EntityName, field: string): Facet {
  const definition = (registry[entity] as Entity).fields[field]
  if (!definition) return { kind: 'days', field, isMoment: true }
  const { storage } = definition
  switch (storage.kind) {
    case 'choice': {
      const options = isStatus(definition) ? storage.options.map((each) => statusClass(each)) : storage.options
      return { kind: 'choice', field, options: [...new Set(options)], isStatus: isStatus(definition), isOpen: false }
    }
    case 'text':
      return { kind: 'choice', field, options: storage.suggestions ?? [], isStatus: false, isOpen: true }
    case 'flag':
      return { kind: 'flag', field }
    case 'date':
    case 'moment':
      return { kind: 'days', field, isMoment: storage.kind === 'moment' }
    case 'reference':
      return { kind: 'reference', field, to: storage.to as EntityName }
    case 'decimal':
      return { kind: 'amount', field, isMoney: storage.unit === 'money' }
    default:
      throw new Error(`There is no filter for ${entity}.${field}`)
  }
}

function hasFacet(entity: EntityName, other: EntityName): Facet {
  const reference = referenceFields(registry[other]).find(({ to }) => to === entity)
  if (!reference) throw new Error(`No ${other} belong to ${entity}`)
  return { kind: 'has', entity: other, via: reference.field }
}

export function readableFacets(entity: EntityName, identity: Identity, all: readonly Facet[]): readonly Facet[] {
  const fields = readableFields(registry[entity], identity)
  return all.filter((facet) => {
    if (facet.kind === 'state') return true
    if (facet.kind === 'has') return identityMay(identity, facet.entity, 'read')
    return !(facet.field in registry[entity].fields) || fields.includes(facet.field)
  })
}

export function keysOf(facet: Facet): readonly string[] {
  switch (facet.kind) {
    case 'days':
      return facet.isDue ? ['dueFrom', 'dueTo'] : ['from', 'to']
    case 'amount':
      return ['min', 'max']
    case 'has':
      return [facet.entity]
    case 'state':
      return ['state']
    default:
      return [facet.field]
  }
}

export function filterOf(facet: Facet, search: RecordSearch): ActiveFilter | null {
  const [first, second] = keysOf(facet).map((key) => (search as Readonly<Record<string, string | undefined>>)[key])
  switch (facet.kind) {
    case 'reference':
      return null
    case 'choice':
      return optionsIn(facet, first ?? '')
    case 'state':
      return optionsFilter((first ?? '').split(',').filter((state) => facet.states.includes(state)))
    case 'days': {
      const [from, to] = [first, second].map((day) => (day && isCalendarDate(day) ? day : undefined))
      return from || to ? { from, to } : null
    }
    case 'amount': {
      const [min, max] = [first, second].map((text) => (text ? parseBound(facet, text) : undefined))
      return min || max ? { min, max } : null
    }
    default:
      return first === 'yes' || first === 'no' ? { is: first === 'yes' } : null
  }
}

function optionsIn(facet: Facet & { readonly kind: 'choice' }, text: string): ActiveFilter | null {
  const values = text.split(',').filter(Boolean)
  const normalized = facet.isStatus ? values.map((value) => statusClass(value)) : values
  return optionsFilter(normalized.filter((value) => facet.isOpen || facet.options.includes(value)))
}

const optionsFilter = (values: readonly string[]): ActiveFilter | null =>
  values.length > 0 ? { words: [...new Set(values)] } : null

function parseBound({ isMoney }: AmountFacet, text: string): Bound | undefined {
  const [, number = text, currency = null] = (isMoney && /^(\S+) ([A-Z]{3})$/.exec(text)) || []
  const amount = parseAmount(number)
  const isKnown = currency === null || (currencies as readonly string[]).includes(currency)
  return amount !== undefined && isKnown ? { amount, currency } : undefined
}

export function parseAmount(text: string): string | undefined {
  const amount = fixDecimal(text, 15, 2)
  return amount.ok ? amount.value : undefined
}
