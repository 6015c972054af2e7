import { type Field, isStatus, type ValueOf } from './field.ts'
import type { Role } from './enumerations.ts'
import type { Issues } from './issues.ts'
import type { Rule } from './access-rule.ts'
import type { Recent } from './recent.ts'

export type Fields = Readonly<Record<string, Field>>
export type Verb = 'read' | 'create' | 'update' | 'delete'
export type Access = Readonly<Record<Role, Readonly<Record<Verb, Rule>>>>

export interface CustomVerb<Written extends string = string> {
  readonly may: Readonly<Record<Role, Rule>>
  /** Also entities that the caller may not write directly. */
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
  /** Plural: wire name, URL segment in kebab-case, folder. */
  readonly name: Name
  readonly singular: string
  readonly path?: string
  readonly table: string
  /** `directory`: unique across tenants, stored outside of the tenants' tables. */
  readonly home: At
  readonly fields: Of
  readonly title?: Title | undefined
  readonly access: Access
  /** The audit trail and activities record them as `<entity>.<verb>`. */
  readonly verbs: Verbs
  /** Every other field is its own group. */
  readonly groups: readonly (readonly string[])[]
  /** Its chain must not contain a cycle. */
  readonly acyclicField?: string
  /** What devices replicate of the readable rows; `never`: read online. */
  readonly replicate: 'all' | 'recent' | 'never'
  readonly recent: Recent | null
  /** Whether audit entries contain row values. If not, they only record who did what, without consequential rows. */
  readonly audited: boolean
  readonly hasActivity: boolean
  /** Activities link only to records with a screen. */
  readonly hasScreen: boolean
  readonly unique: readonly (readonly string[])[]
  /** A later write from another device is not a conflict. */
  readonly firstWriteWins: readonly string[]
  /** A purge keeps these: they hold no personal data and prevent duplicates. */
  readonly identity: readonly string[]
  /** What erasing a person empties. `of`: rows of the person, by their own id (`self`) or a field with the person's id. */
  readonly personal: readonly PersonalRule[]
  /** Besides references. */
  readonly indexed: readonly string[]
  /** For at most one row per person: its id, derived equally on devices and server. */
  readonly idForUser?: (userId: string) => string
  /** The person whose scope restarts with each write of a row. */
  readonly scopeOf?: string
  /** Added to REST rows: `field` of the row that `via` points to. */
  readonly joins: Readonly<Record<string, { readonly via: string; readonly field: string }>>
  check(this: void, row: Readonly<Record<string, unknown>>): Issues
}

export interface PersonalRule<Field extends string = string> {
  readonly of: 'self' | Field
  /** By default every text, e-mail address, URL, secret and JSON field. */
  readonly fields?: readonly Field[]
  readonly kept?: readonly Field[]
}

/** `of` joined by spaces, or by `join` if all are present; or the title of the record at `via`, else `otherwise`. */
export type Title<Field extends string = string> =
  | { readonly of: readonly Field[]; readonly join?: string }
  | { readonly via: Field; readonly otherwise?: Field; readonly holding?: HoldingTitle<Field> }

export interface HoldingTitle<Field extends string = string> {
  readonly investor: Field
  readonly amount: Field
  readonly currency: Field
}

export interface Link {
  readonly entity: string
  readonly field: string
}

/** A type, not an interface, so that every row is an AnyRow. */
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
  readonly firstWriteWins?: readonly (keyof Of & string)[]
  readonly identity?: readonly (keyof Of & string)[]
  readonly personal?: readonly PersonalRule<keyof Of & string>[]
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
    firstWriteWins: [],
    identity: [],
    personal: [],
    indexed: [],
    joins: {},
    ...definition,
    check: definition.check ?? (() => ({})),
  }
}

/** Cached, because it is read for thousands of rows; by the fields, which differ between versions of an entity. */
export function perEntity<T>(find: (entity: Entity) => T): (entity: Entity) => T {
  const found = new Map<Fields, T>()
  return (entity) => {
    if (!found.has(entity.fields)) found.set(entity.fields, find(entity))
    return found.get(entity.fields)!
  }
}

export const referenceFields = perEntity((entity): readonly { readonly field: string; readonly to: string }[] =>
  Object.entries(entity.fields).flatMap(([field, { storage }]) =>
    storage.kind === 'reference' ? [{ field, to: storage.to }] : [],
  ),
)

export const statusFieldOf = perEntity((entity) =>
  Object.keys(entity.fields).find((name) => isStatus(entity.fields[name]!)),
)

export const groupOf = (entity: Entity, field: string): readonly string[] =>
  entity.groups.find((group) => group.includes(field)) ?? [field]

export const snakeCase = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()

export const pathOf = (entity: Entity): string => entity.path ?? kebabCase(entity.name)

export const verbPath = (verb: string): string => kebabCase(verb)

const kebabCase = (name: string): string => snakeCase(name).replaceAll('_', '-')
