// A migration stores each version of this list and the roles whose devices must pull again. New entities and fields
// require no new pull.
import type { Rule } from '#schema/kernel/access-rule.ts'
import { canonicalJson } from '#schema/kernel/canonical-json.ts'
import type { Entity } from '#schema/kernel/entity.ts'
import { type Role, roles } from '#schema/kernel/enumerations.ts'
import { entityNamed, tenantEntities } from '#schema/registry.ts'
import { isStaff } from '#schema/kernel/viewer.ts'

export interface ReadableEntity {
  readonly rows: Readonly<Record<Role, Rule>>
  /** `never`: read online. */
  readonly kept: string
  /** With `knownFrom` if it is set. */
  readonly fields: Readonly<Record<string, string>>
}

export type ReadableNames = Readonly<Record<string, ReadableEntity>>

export const readableNames = (entities: readonly Entity[] = tenantEntities): ReadableNames =>
  Object.fromEntries(entities.map((of) => [of.name, namesOf(of)]))

const namesOf = ({ access, replicate, recent, fields }: Entity): ReadableEntity => ({
  rows: Object.fromEntries(roles.map((role) => [role, access[role].read])) as ReadableEntity['rows'],
  kept: recent ? `recent ${canonicalJson(recent)}` : replicate,
  fields: Object.fromEntries(
    Object.entries(fields).map(([name, { readers, knownFrom }]) => [
      name,
      knownFrom === undefined ? readers : `${readers} ${knownFrom}`,
    ]),
  ),
})

/** Canonical: equal lists give equal texts. */
export const namesText = (names: ReadableNames): string =>
  `{\n${Object.keys(names)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(names[name])}`)
    .join(',\n')}\n}`

export interface NewScopes {
  readonly begins: readonly Role[]
  readonly narrows: readonly Role[]
}

export function newScopes(before: ReadableNames, after: ReadableNames): NewScopes {
  const narrows = roles.filter((role) => hasLost(before, after, role))
  const isOther = (role: Role) => hasGained(before, after, role) || replicatesOtherPart(before, after, role)
  return { begins: roles.filter((role) => narrows.includes(role) || isOther(role)), narrows }
}

/** Only for existing ones; new ones arrive through the feed. */
const hasGained = (before: ReadableNames, after: ReadableNames, role: Role): boolean =>
  hasLost(onlyKnown(after, before), before, role)

const replicatesOtherPart = (before: ReadableNames, after: ReadableNames, role: Role): boolean =>
  Object.entries(before).some(([name, was]) => {
    const is = Object.hasOwn(after, name) ? after[name] : undefined
    return is !== undefined && isRead(was, role) && isRead(is, role) && is.kept !== was.kept
  })

const onlyKnown = (names: ReadableNames, known: ReadableNames): ReadableNames =>
  Object.fromEntries(
    Object.entries(names)
      .filter(([name]) => Object.hasOwn(known, name))
      .map(([name, of]) => {
        const fields = Object.entries(of.fields).filter(([field]) => Object.hasOwn(known[name]!.fields, field))
        return [name, { ...of, fields: Object.fromEntries(fields) }]
      }),
  )

const hasLost = (before: ReadableNames, after: ReadableNames, role: Role): boolean =>
  Object.keys(before).some((name) => isNarrowed(name, Object.keys(before[name]!.fields), before, after, role))

function isNarrowed(
  name: string,
  fields: readonly string[],
  before: ReadableNames,
  after: ReadableNames,
  role: Role,
): boolean {
  const was = Object.hasOwn(before, name) ? before[name]! : undefined
  if (!was || !isRead(was, role)) return false
  const is = Object.hasOwn(after, name) ? after[name]! : undefined
  if (!is || !isRead(is, role) || !coversRows(is.rows[role], was.rows[role])) return true
  return fields.some((field) => {
    const readers = was.fields[field] ?? 'nobody'
    return isReadBy(readers, role) && !isStillReadable(is.fields[field] ?? 'nobody', readers, role)
  })
}

/** Entities of which the role lost some rows, or the fields that form their title. */
export function entitiesTakenFrom(role: Role, before: ReadableNames, after: ReadableNames): string[] {
  const isTitleLost = (name: string): boolean => {
    const title = entityNamed(name)?.title
    const words = title === undefined ? [] : 'of' in title ? title.of : [title.via]
    if (isNarrowed(name, words, before, after, role)) return true
    const named = title && 'via' in title ? entityNamed(name)!.fields[title.via]!.storage : undefined
    return named?.kind === 'reference' && isTitleLost(named.to)
  }
  return Object.keys(before).filter((name) => isRead(before[name]!, role) && isTitleLost(name))
}

const isRead = ({ kept, rows }: ReadableEntity, role: Role): boolean => kept !== 'never' && rows[role] !== 'nothing'

const coversRows = (rule: Rule, held: Rule): boolean =>
  rule === 'everything' ||
  held === 'nothing' ||
  (typeof rule !== 'string' &&
    typeof held !== 'string' &&
    held.every((clause) => rule.some((each) => canonicalJson(each) === canonicalJson(clause))))

const isReadBy = (readers: string, role: Role): boolean => {
  const [who] = readers.split(' ')
  return who === 'all' || who === (isStaff({ role }) ? 'staff' : 'investor')
}

/** Whether the role still reads the field in all rows in which it did before. */
const isStillReadable = (is: string, was: string, role: Role): boolean =>
  isReadBy(is, role) && (isStaff({ role }) || !is.includes(' ') || is.split(' ')[1] === was.split(' ')[1])

export type FieldVisibility = ReadonlyMap<string, ReadonlySet<string>>

/** Allowed by both this server and the definitions in the database. */
export function fieldVisibilityFor(
  own: ReadableNames,
  stored: ReadableNames,
  role: Role,
): { readonly fieldVisibility: FieldVisibility; readonly isOlder: boolean } {
  const fieldVisibility = new Map<string, ReadonlySet<string>>()
  for (const [name, of] of Object.entries(own)) {
    const named = Object.hasOwn(stored, name) ? stored[name]! : undefined
    if (!named || !isRead(of, role) || !isRead(named, role) || !coversRows(named.rows[role], of.rows[role])) continue
    const fields = Object.entries(of.fields).filter(
      ([field, readers]) => isReadBy(readers, role) && isStillReadable(named.fields[field] ?? 'nobody', readers, role),
    )
    fieldVisibility.set(name, new Set(fields.map(([field]) => field)))
  }
  const lacksSomething = (name: string, of: ReadableEntity) =>
    !Object.hasOwn(own, name) ||
    own[name]!.kept !== of.kept ||
    !coversRows(own[name]!.rows[role], of.rows[role]) ||
    Object.entries(of.fields).some(
      ([field, readers]) => isReadBy(readers, role) && !fieldVisibility.get(name)?.has(field),
    )
  const isOlder = Object.entries(stored).some(([name, of]) => isRead(of, role) && lacksSomething(name, of))
  return { fieldVisibility, isOlder }
}
