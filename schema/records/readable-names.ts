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
  Object.fromEntries(entities.map((entity) => [entity.name, namesOf(entity)]))

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
  const isChanged = (role: Role) => hasGained(before, after, role) || replicatesOtherPart(before, after, role)
  return { begins: roles.filter((role) => narrows.includes(role) || isChanged(role)), narrows }
}

/** Only for existing ones; new ones arrive through the feed. */
const hasGained = (before: ReadableNames, after: ReadableNames, role: Role): boolean =>
  hasLost(onlyKnown(after, before), before, role)

const replicatesOtherPart = (before: ReadableNames, after: ReadableNames, role: Role): boolean =>
  Object.entries(before).some(([name, before]) => {
    const next = Object.hasOwn(after, name) ? after[name] : undefined
    return next !== undefined && isRead(before, role) && isRead(next, role) && next.kept !== before.kept
  })

const onlyKnown = (names: ReadableNames, known: ReadableNames): ReadableNames =>
  Object.fromEntries(
    Object.entries(names)
      .filter(([name]) => Object.hasOwn(known, name))
      .map(([name, readable]) => {
        const fields = Object.entries(readable.fields).filter(([field]) => Object.hasOwn(known[name]!.fields, field))
        return [name, { ...readable, fields: Object.fromEntries(fields) }]
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
  const previous = Object.hasOwn(before, name) ? before[name]! : undefined
  if (!previous || !isRead(previous, role)) return false
  const next = Object.hasOwn(after, name) ? after[name]! : undefined
  if (!next || !isRead(next, role) || !coversRows(next.rows[role], previous.rows[role])) return true
  return fields.some((field) => {
    const readers = previous.fields[field] ?? 'nobody'
    return isReadBy(readers, role) && !isStillReadable(next.fields[field] ?? 'nobody', readers, role)
  })
}

/** Entities of which the role lost some rows, or the fields that form their title. */
export function entitiesNarrowedFor(role: Role, before: ReadableNames, after: ReadableNames): string[] {
  const isTitleLost = (name: string): boolean => {
    const title = entityNamed(name)?.title
    const titleFields = title === undefined ? [] : 'of' in title ? title.of : [title.via]
    if (isNarrowed(name, titleFields, before, after, role)) return true
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
  const [reader] = readers.split(' ')
  return reader === 'all' || reader === (isStaff({ role }) ? 'staff' : 'investor')
}

/** Whether the role still reads the field in all rows in which it did before. */
const isStillReadable = (after: string, before: string, role: Role): boolean =>
  isReadBy(after, role) && (isStaff({ role }) || !after.includes(' ') || after.split(' ')[1] === before.split(' ')[1])

export type FieldVisibility = ReadonlyMap<string, ReadonlySet<string>>

/** Allowed by both this server and the definitions in the database. */
export function fieldVisibilityFor(
  local: ReadableNames,
  stored: ReadableNames,
  role: Role,
): { readonly fieldVisibility: FieldVisibility; readonly isOlder: boolean } {
  const fieldVisibility = new Map<string, ReadonlySet<string>>()
  for (const [name, readable] of Object.entries(local)) {
    const named = Object.hasOwn(stored, name) ? stored[name]! : undefined
    if (!named || !isRead(readable, role) || !isRead(named, role) || !coversRows(named.rows[role], readable.rows[role]))
      continue
    const fields = Object.entries(readable.fields).filter(
      ([field, readers]) => isReadBy(readers, role) && isStillReadable(named.fields[field] ?? 'nobody', readers, role),
    )
    fieldVisibility.set(name, new Set(fields.map(([field]) => field)))
  }
  const lacksSomething = (name: string, readable: ReadableEntity) =>
    !Object.hasOwn(local, name) ||
    local[name]!.kept !== readable.kept ||
    !coversRows(local[name]!.rows[role], readable.rows[role]) ||
    Object.entries(readable.fields).some(
      ([field, readers]) => isReadBy(readers, role) && !fieldVisibility.get(name)?.has(field),
    )
  const isOlder = Object.entries(stored).some(
    ([name, readable]) => isRead(readable, role) && lacksSomething(name, readable),
  )
  return { fieldVisibility, isOlder }
}
