// An entity declares everything that is true of a kind of record in every room. It holds data and pure predicates,
// never I/O.
import { type Field, isStatus, type ValueOf } from './field.ts'
import type { Role } from './enumerations.ts'
import type { Issues } from './issues.ts'
import type { Rule } from './access-rule.ts'
import type { Recent } from './recent.ts'

export type Fields = Readonly<Record<string, Field>>
export type Verb = 'read' | 'create' | 'update' | 'delete'
export type Access = Readonly<Record<Role, Readonly<Record<Verb, Rule>>>>

/** What people do to a record beyond reading, creating, updating and deleting it: a verb of the entity's own. */
export interface CustomVerb<Written extends string = string> {
  /** Who may, and on which records. */
  readonly may: Readonly<Record<Role, Rule>>
  /** The entities whose rows the verb writes for people who have no right of their own to write them. */
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
  /** The noun in the plural: wire name, URL segment in kebab-case, folder. */
  readonly name: Name
  /** The noun in the singular, as messages use it. */
  readonly one: string
  /** The URL segment of its calls, when people call it by another word. */
  readonly path?: string
  readonly table: string
  /** `directory` entities are unique across tenants and live outside the shards. */
  readonly home: At
  readonly fields: Of
  /** What people call a record; absent when records of this entity have no name. */
  readonly title?: Title | undefined
  readonly access: Access
  /** The verbs of the entity's own, by name; the audit trail and the activities call them `<entity>.<verb>`. */
  readonly verbs: Verbs
  /** Fields that merge together; every other field forms a group of its own. */
  readonly groups: readonly (readonly string[])[]
  /** A reference that must not form a circle: following it from row to row never returns to the first row. */
  readonly noCircle?: string
  /** What a device keeps of the rows that its person may read: `all`, or the `recent` part; `never` is read online. */
  readonly replicate: 'all' | 'recent' | 'never'
  /** Which rows are recent, for an entity replicated `recent`. */
  readonly recent: Recent | null
  /**
   * Whether the audit trail holds the values of rows; without it an entry only says who did what, and rows that follow
   * from others are not named.
   */
  readonly audited: boolean
  /** Whether activities tell of acts on its records; false for what a person keeps for themselves. */
  readonly hasActivity: boolean
  /** Whether a screen shows its records. Activities announce only what people can open. */
  readonly hasScreen: boolean
  readonly unique: readonly (readonly string[])[]
  /** Fields whose first value stays: a second device that also sets one does not cause a conflict. */
  readonly firstStays: readonly string[]
  /** Fields that a purge leaves: they hold no person's words, and tell what must not be made again. */
  readonly identity: readonly string[]
  /** Columns besides references that get an index. */
  readonly indexed: readonly string[]
  /** Where each person has one row at most: its id, which their devices and the server make alike. */
  readonly idOfOwn?: (userId: string) => string
  /** The field with the person whose scope begins anew with each write of a row, because the row decides what they see. */
  readonly scopeOf?: string
  /** Names joined into REST rows: `field` of the row that the reference `via` points to. */
  readonly joins: Readonly<Record<string, { readonly via: string; readonly field: string }>>
  /** Checks between the fields of one row. */
  readonly check: (row: Readonly<Record<string, unknown>>) => Issues
}

/**
 * A record's title: the values of the fields `of`, those present separated by spaces, or with `join` only when all are
 * present; or the title of the record that `via` points to, and the row's own field `otherwise` when that record is not
 * visible.
 */
export type Title<Field extends string = string> =
  | { readonly of: readonly Field[]; readonly join?: string }
  | { readonly via: Field; readonly otherwise?: Field; readonly holding?: HoldingTitle<Field> }

/** The fields that tell the holdings of one project apart. */
export interface HoldingTitle<Field extends string = string> {
  readonly investor: Field
  readonly amount: Field
  readonly currency: Field
}

export interface Link {
  readonly entity: string
  readonly field: string
}

/** Columns that every row has besides its entity's fields. A type, not an interface, so that every row is an AnyRow. */
export type Stamps = {
  readonly id: string
  /** The tenant's number of the change that last wrote the row. */
  readonly number: number
  readonly createdAt: string
  readonly updatedAt: string
  readonly createdBy: string | null
}

export type RowOf<E> =
  E extends Entity<string, infer Of> ? Stamps & { readonly [K in keyof Of]: ValueOf<Of[K]> } : never
/** A row of an entity that is known by name only. */
export type AnyRow = Stamps & Readonly<Record<string, unknown>>

/** What an entity file declares: field names are checked against `fields`, the rest is optional. */
interface Definition<Name extends string, Of extends Fields, Verbs extends CustomVerbs, At extends Home>
  extends
    Pick<Entity<Name, Of>, 'name' | 'one' | 'table' | 'fields' | 'access'>,
    Partial<
      Pick<Entity<Name, Of, Verbs, At>, 'path' | 'home' | 'verbs' | 'audited' | 'hasActivity' | 'hasScreen' | 'idOfOwn'>
    > {
  readonly replicate?: Exclude<Entity['replicate'], 'recent'>
  /** Makes devices keep only this part of the entity. */
  readonly recent?: Recent & { readonly by: keyof Of & string }
  readonly title?: Title<keyof Of & string>
  readonly groups?: readonly (readonly (keyof Of & string)[])[]
  readonly noCircle?: keyof Of & string
  readonly scopeOf?: keyof Of & string
  /** In the directory over all firms, unless it names the firm. */
  readonly unique?: readonly (readonly ((keyof Of & string) | (At extends 'directory' ? 'tenantId' : never))[])[]
  readonly firstStays?: readonly (keyof Of & string)[]
  readonly identity?: readonly (keyof Of & string)[]
  readonly indexed?: readonly (keyof Of & string)[]
  readonly joins?: Readonly<Record<string, { readonly via: keyof Of & string; readonly field: string }>>
  readonly check?: (row: { readonly [K in keyof Of]: ValueOf<Of[K]> }) => Issues
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
    check: (definition.check ?? (() => ({}))) as Entity['check'],
  }
}

/** Caches what derives from a definition, because it is asked for thousands of rows. */
export function perEntity<T>(find: (of: Entity) => T): (of: Entity) => T {
  const found = new Map<Entity, T>()
  return (of) => {
    if (!found.has(of)) found.set(of, find(of))
    return found.get(of)!
  }
}

/** The fields that hold the id of another row, with that row's entity. */
export const referenceFields = perEntity((of): readonly { readonly field: string; readonly to: string }[] =>
  Object.entries(of.fields).flatMap(([field, { storage }]) =>
    storage.kind === 'reference' ? [{ field, to: storage.to }] : [],
  ),
)

/** The field that says how far a record is, if it has one. */
export const statusFieldOf = perEntity((of) => Object.keys(of.fields).find((name) => isStatus(of.fields[name]!)))

/** The fields that merge together with this one, itself included. */
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
