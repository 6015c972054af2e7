// An entity says everything true of a thing wherever it lives. It holds data and pure predicates, never I/O.
import type { Field, ValueOf } from './field.ts'
import type { Role } from './enumerations.ts'
import type { Issues } from './issues.ts'
import type { Rule } from './access-rule.ts'
import type { Code } from './codes.ts'

export type Fields = Readonly<Record<string, Field>>
export type Verb = 'read' | 'create' | 'update' | 'delete'
export type Access = Readonly<Record<Role, Readonly<Record<Verb, Rule>>>>

export interface Entity<Name extends string = string, Of extends Fields = Fields> {
  /** The noun: wire name, URL segment in kebab-case, folder. */
  readonly name: Name
  /** The noun for one, as messages say it. */
  readonly one: string
  readonly table: string
  /** `directory` entities are unique across tenants and live outside the shards. */
  readonly home: 'tenant' | 'directory'
  readonly fields: Of
  /** What people call a record; without it they have no name of their own. */
  readonly title?: Title | undefined
  readonly access: Access
  /** Fields that merge together; every other field is a group by itself. */
  readonly groups: readonly (readonly string[])[]
  /** Rows of other entities that are deleted with a row of this one. */
  readonly cascade: readonly Link[]
  /** Live rows of other entities that forbid deleting a row of this one. */
  readonly restrict: readonly (Link & { readonly code: Code })[]
  /** A reference that, followed on from row to row, never comes back to where it began. */
  readonly noCircle?: string
  /** `all` of what a viewer may see is kept on the device, or the `recent` of it (recent.ts); `own` is said by the read rule; `never` is read online. */
  readonly replicate: 'all' | 'recent' | 'own' | 'never'
  readonly unique: readonly (readonly string[])[]
  /** Columns by which rows are found, beside references. */
  readonly indexed: readonly string[]
  /** Names joined into REST rows: the field of the row that a reference points to. */
  readonly joins: Readonly<Record<string, { readonly via: string; readonly field: string }>>
  /** What must hold between fields of one row. */
  readonly check: (row: Readonly<Record<string, unknown>>) => Issues
}

/**
 * The words of these fields, those that are there with a space between them, or all of them joined; or the title of the
 * record that `via` names, and where that is not to be seen, what the row itself says of it.
 */
export type Title<Field extends string = string> =
  | { readonly of: readonly Field[]; readonly join?: string }
  | { readonly via: Field; readonly otherwise?: Field }

export interface Link {
  readonly entity: string
  readonly field: string
}

/** Columns that every row carries beside its entity's fields. A type, not an interface, so that every row is an AnyRow. */
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
/** A row of an entity known by name only. */
export type AnyRow = Stamps & Readonly<Record<string, unknown>>

/** What an entity file says: the names of fields are checked against the fields, the rest is optional. */
interface Definition<Name extends string, Of extends Fields>
  extends
    Pick<Entity<Name, Of>, 'name' | 'one' | 'table' | 'fields' | 'access'>,
    Partial<Pick<Entity<Name, Of>, 'home' | 'cascade' | 'restrict' | 'replicate'>> {
  readonly title?: Title<keyof Of & string>
  readonly groups?: readonly (readonly (keyof Of & string)[])[]
  readonly noCircle?: keyof Of & string
  readonly unique?: readonly (readonly (keyof Of & string)[])[]
  readonly indexed?: readonly (keyof Of & string)[]
  readonly joins?: Readonly<Record<string, { readonly via: keyof Of & string; readonly field: string }>>
  readonly check?: (row: { readonly [K in keyof Of]: ValueOf<Of[K]> }) => Issues
}

export function entity<const Name extends string, const Of extends Fields>(
  definition: Definition<Name, Of>,
): Entity<Name, Of> {
  return {
    home: 'tenant',
    groups: [],
    cascade: [],
    restrict: [],
    replicate: 'all',
    unique: [],
    indexed: [],
    joins: {},
    ...definition,
    check: (definition.check ?? (() => ({}))) as Entity['check'],
  }
}

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
export const pathOf = (of: Entity): string => snakeCase(of.name).replaceAll('_', '-')
