// One declaration per kind of record, used by every package. It holds data and pure predicates, no I/O.
import { type Field, isStatus, type ValueOf } from './field.ts'
import type { Role } from './enumerations.ts'
import type { Issues } from './issues.ts'
import type { Rule } from './access-rule.ts'
import type { Recent } from './recent.ts'

export type Fields = Readonly<Record<string, Field>>
export type Verb = 'read' | 'create' | 'update' | 'delete'
export type Access = Readonly<Record<Role, Readonly<Record<Verb, Rule>>>>

/** A custom verb: what can be done to a record besides reading, creating, updating and deleting it. */
export interface CustomVerb<Written extends string = string> {
  readonly may: Readonly<Record<Role, Rule>>
  /** Entities that the verb writes even if the caller may not write them directly. */
  readonly writes?: readonly Written[]
}

export type CustomVerbs = Readonly<Record<string, CustomVerb>>
export type Home = 'tenant' | 'directory'

export interface Entity<
  Name extends string = string,
  Of extends Fields = Fields,
  Verbs extends CustomVerbs = CustomVerbs,
  At extends Home = Home,
> {
  /** Plural noun: wire name, URL segment in kebab-case, folder. */
  readonly name: Name
  /** Singular noun for messages. */
  readonly singular: string
  /** URL segment, if it differs from the name. */
  readonly path?: string
  readonly table: string
  /** `directory` entities are unique across tenants and stored outside of the tenants' tables. */
  readonly home: At
  readonly fields: Of
  /** The record's name; absent if records have none. */
  readonly title?: Title | undefined
  readonly access: Access
  /** Custom verbs by name; the audit trail and activities record them as `<entity>.<verb>`. */
  readonly verbs: Verbs
  /** Fields that merge together; every other field is its own group. */
  readonly groups: readonly (readonly string[])[]
  /** A reference whose chain must not contain a cycle. */
  readonly acyclicField?: string
  /** What devices replicate of the readable rows: all, the `recent` part, or nothing (read online). */
  readonly replicate: 'all' | 'recent' | 'never'
  readonly recent: Recent | null
  /** Whether audit entries contain row values. If not, they only record who did what, without consequential rows. */
  readonly audited: boolean
  /** Whether changes are recorded as activities; false for personal records. */
  readonly hasActivity: boolean
  /** Whether the records have a screen. Activities link only to those. */
  readonly hasScreen: boolean
  readonly unique: readonly (readonly string[])[]
  /** The first value wins: a later write from another device is not a conflict. */
  readonly firstStays: readonly string[]
  /** Fields that a purge keeps because they contain no personal data and prevent duplicates. */
  readonly identity: readonly string[]
  /** Indexed columns besides references. */
  readonly indexed: readonly string[]
  /** If each person has at most one row: its id, derived equally on devices and server. */
  readonly idForUser?: (userId: string) => string
  /** The person whose scope restarts with each write of a row. */
  readonly scopeOf?: string
  /** Names added to REST rows: `field` of the row that the reference `via` points to. */
  readonly joins: Readonly<Record<string, { readonly via: string; readonly field: string }>>
  /** Validates fields of a row together. */
  check(this: void, row: Readonly<Record<string, unknown>>): Issues
}

/**
 * The values of the fields `of`, joined by spaces, or by `join` if all are present; or the title of the record that
 * `via` points to, with the field `otherwise` as fallback.
 */
export type Title<Field extends string = string> =
  | { readonly of: readonly Field[]; readonly join?: string }
  | { readonly via: Field; readonly otherwise?: Field; readonly holding?: HoldingTitle<Field> }

/** The fields that distinguish investments in one project. */
export interface HoldingTitle<Field extends string = string> {
  readonly investor: Field
  readonly amount: Field
  readonly currency: Field
}

export interface Link {
  readonly entity: string
  readonly field: string
}

/** Columns of every row. A type, not an interface, so that every row is an AnyRow. */
export type Stamps = {
  readonly id: string
  /** The tenant's number of the last change to the row. */
  readonly number: number
  readonly createdAt: string
  readonly updatedAt: string
  readonly createdBy: string | null
}

export type RowOf<E> =
  E extends Entity<string, infer Of> ? Stamps & { readonly [K in keyof Of]: ValueOf<Of[K]> } : never
export type AnyRow = Stamps & Readonly<Record<string, unknown>>

interface Definition<Name extends string, Of extends Fields, Verbs extends CustomVerbs, At extends Home>
  extends
    Pick<Entity<Name, Of>, 'name' | 'singular' | 'table' | 'fields' | 'access'>,
    Partial<
      Pick<
        Entity<Name, Of, Verbs, At>,
        'path' | 'home' | 'verbs' | 'audited' | 'hasActivity' | 'hasScreen' | 'idForUser'
      >
    > {
  readonly replicate?: Exclude<Entity['replicate'], 'recent'>
  /** Devices keep only this part. */
  readonly recent?: Recent & { readonly by: keyof Of & string }
  readonly title?: Title<keyof Of & string>
  readonly groups?: readonly (readonly (keyof Of & string)[])[]
  readonly acyclicField?: keyof Of & string
  readonly scopeOf?: keyof Of & string
  /** Across all tenants for directory entities, unless it contains tenantId. */
  readonly unique?: readonly (readonly ((keyof Of & string) | (At extends 'directory' ? 'tenantId' : never))[])[]
  readonly firstStays?: readonly (keyof Of & string)[]
  readonly identity?: readonly (keyof Of & string)[]
  readonly indexed?: readonly (keyof Of & string)[]
  readonly joins?: Readonly<Record<string, { readonly via: keyof Of & string; readonly field: string }>>
  check?(this: void, row: { readonly [K in keyof Of]: ValueOf<Of[K]> }): Issues
}

export function entity<
  const Name extends string,
  const Of extends Fields,
  const Verbs extends CustomVerbs = {},
  const At extends Home = 'tenant',
>(definition: Definition<Name, Of, Verbs, At>): Entity<Name, Of, Verbs, At> {
  return {
    home: 'tenant' as At,
    verbs: {} as Verbs,
    groups: [],
    replicate: definition.recent ? 'recent' : 'all',
    recent: null,
    audited: true,
    hasActivity: true,
    hasScreen: true,
    unique: [],
    firstStays: [],
    identity: [],
    indexed: [],
    joins: {},
    ...definition,
    check: definition.check ?? (() => ({})),
  }
}

/** Caches a value per entity, because it is read for thousands of rows. */
export function perEntity<T>(find: (of: Entity) => T): (of: Entity) => T {
  const found = new Map<Entity, T>()
  return (of) => {
    if (!found.has(of)) found.set(of, find(of))
    return found.get(of)!
  }
}

/** Reference fields with the entity they point to. */
export const referenceFields = perEntity((of): readonly { readonly field: string; readonly to: string }[] =>
  Object.entries(of.fields).flatMap(([field, { storage }]) =>
    storage.kind === 'reference' ? [{ field, to: storage.to }] : [],
  ),
)

export const statusFieldOf = perEntity((of) => Object.keys(of.fields).find((name) => isStatus(of.fields[name]!)))

/** The fields that merge with this one, including itself. */
export const groupOf = (of: Entity, field: string): readonly string[] =>
  of.groups.find((group) => group.includes(field)) ?? [field]

/** `expectedIRR` -> `expected_irr`. */
export const snakeCase = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()

/** `referralCommissions` -> `referral-commissions`, the URL segment. */
export const pathOf = (of: Entity): string => of.path ?? snakeCase(of.name).replaceAll('_', '-')
