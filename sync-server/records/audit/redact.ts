// A salted hash replaces each erased value; the salt is never stored. The entry keeps its original hash; the erasure's
// own entry lists the hash of what remains in each.
import { hash } from 'node:crypto'
import { canonicalJson } from '#schema/kernel/canonical-json.ts'
import { erasedPrefix, isErased } from '#schema/kernel/erased-value.ts'

export type Redact = (value: unknown) => string

export const createRedact =
  (salt: string): Redact =>
  (value) =>
    `${erasedPrefix}${hash('sha256', `${salt} ${canonicalJson(value)}`)}`

/** Whether an erasure may have changed these details. */
export function containsErasedValue(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return isErased(value)
  return Object.values(value).some(containsErasedValue)
}

type Details = Readonly<Record<string, unknown>>

export interface Redaction {
  /** Fields of the entry's own record. */
  readonly fields: ReadonlySet<string>
  /** E-mail addresses and telephone numbers, in lower case, wherever they occur in the details. */
  readonly contacts: ReadonlySet<string>
  readonly redact: Redact
}

/** Returns the same object if nothing had to be redacted. */
export function redactDetails(details: Details, { fields, contacts, redact }: Redaction): Details {
  const hasValue = (value: unknown): boolean => value !== null && value !== undefined && !isErased(value)
  const isContact = (value: unknown): boolean => typeof value === 'string' && contacts.has(value.toLowerCase())
  let isChanged = false
  const change = (value: unknown, isErasedField = false): unknown => {
    if ((isErasedField && hasValue(value)) || isContact(value)) {
      isChanged = true
      return redact(value)
    }
    if (Array.isArray(value)) return value.map((each) => change(each))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, change(each)]))
  }
  const changeFields = (value: unknown): unknown =>
    typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, change(each, fields.has(name))]))
      : value
  const changed = Object.fromEntries(
    Object.entries(details).map(([name, value]) => [
      name,
      name === 'before' || name === 'after' ? changeFields(value) : change(value),
    ]),
  )
  return isChanged ? changed : details
}
