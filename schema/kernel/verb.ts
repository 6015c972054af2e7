// An action on a record. Its steps are a pure function of rows, so that the server and every device compute the same.
import type { EntityName, Row } from '#schema/registry.ts'
import type { Fields, Link, Verb as Permission } from './entity.ts'
import type { Field, ValueOf } from './field.ts'
import type { Issues } from './issues.ts'
import type { Values } from './parse.ts'

/** A reference moved to another row because its target was deleted. Restoring the target moves it back. */
export type MovedReference = readonly [entity: string, id: string, field: string, to: string]

/** Deletes cascade. */
export type Step =
  | { readonly op: 'create'; readonly entity: string; readonly id: string; readonly fields: Values }
  | { readonly op: 'update'; readonly entity: string; readonly id: string; readonly fields: Values }
  | { readonly op: 'delete'; readonly entity: string; readonly id: string; readonly moved?: readonly MovedReference[] }

export const updateStep = (entity: EntityName, id: unknown, fields: Values): Step => ({
  op: 'update',
  entity,
  id: id as string,
  fields,
})

/** @public For verbs that create rows. */
export const createStep = (entity: EntityName, id: string, fields: Values): Step => ({
  op: 'create',
  entity,
  id,
  fields,
})

/** What a person was shown of a row before they confirmed: amounts, dates, names; never all of its fields. */
export interface ShownRow {
  readonly entity: string
  readonly id: string
  readonly fields: Values
}

/** Live rows, with the fields that the person may read. */
export interface VerbRows {
  get(entity: string, id: string): Values | undefined
  /** The rows whose `field` refers to `id`, sorted by their own ids. */
  where(link: Link, id: string): readonly Values[]
}

type OptionalInput<Input extends Fields> = {
  [Name in keyof Input]: Input[Name] extends Field<infer Value> ? (null extends Value ? Name : never) : never
}[keyof Input]

/** Optional values may be absent, which verbs take as "leave as it is". */
export type InputOf<Input extends Fields> = {
  readonly [Name in Exclude<keyof Input, OptionalInput<Input>>]: ValueOf<Input[Name]>
} & { readonly [Name in OptionalInput<Input>]?: ValueOf<Input[Name]> }

export interface VerbContext<Name extends EntityName> {
  readonly record: Row<Name>
  /** The id of the row that the verb creates for `forId`, the same on every device and on the server. */
  readonly newId: (entity: EntityName, forId: string) => string
}

export type Inverse =
  | { readonly op: 'act'; readonly verb: string; readonly fields: Values }
  | { readonly op: 'restore'; readonly entity: EntityName; readonly id: string }

/** Methods rather than function properties, so that a verb of one entity can be passed where any verb is expected. */
interface Definition<Name extends EntityName, Input extends Fields> {
  /** The permission that the verb needs on its record. Its steps need none. */
  readonly auth: Exclude<Permission, 'read'>
  /** The description of the REST call in openapi.json. */
  readonly summary: string
  readonly input: Input
  validate?(this: void, id: string, input: InputOf<Input>): Issues
  /** False refuses the verb with STATE. */
  appliesTo?(this: void, record: Row<Name>): boolean
  steps(this: void, rows: VerbRows, input: InputOf<Input>, context: VerbContext<Name>): readonly Step[]
  readonly creates?: readonly EntityName[]
  /** Rows of these entities have activities of their own, so that investors learn what happened to theirs. */
  readonly activities?: readonly EntityName[]
  /** Without it the server applies the verb to whatever it finds. */
  shown?(this: void, rows: VerbRows, input: InputOf<Input>, context: VerbContext<Name>): readonly ShownRow[]
  inverse(this: void, record: Row<Name>, input: InputOf<Input>): Inverse | null
}

export interface EntityVerb<
  Name extends EntityName = EntityName,
  VerbName extends string = string,
  Input extends Fields = Fields,
> extends Definition<Name, Input> {
  readonly entity: Name
  readonly name: VerbName
}

export const verb = <Name extends EntityName, VerbName extends string, const Input extends Fields = {}>(
  entity: Name,
  name: VerbName,
  { input = {} as Input, ...definition }: Omit<Definition<Name, Input>, 'input'> & { readonly input?: Input },
): EntityVerb<Name, VerbName, Input> => ({ entity, name, input, ...definition })
