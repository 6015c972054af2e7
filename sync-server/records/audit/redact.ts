// An erased value leaves its salted hash in the audit trail; the salt is never stored. The entry keeps its hash, and the
// erasure's own entry lists what each erased entry now contains.
import { hash } from 'node:crypto'
import { canonicalJson } from '#schema/kernel/canonical-json.ts'

export type Redact = (value: unknown) => string

const form = /^erased:[0-9a-f]{64}$/

const isErased = (value: unknown): boolean => typeof value === 'string' && form.test(value)

export const createRedact =
  (salt: string): Redact =>
  (value) =>
    `erased:${hash('sha256', `${salt} ${canonicalJson(value)}`)}`

/** Whether an erasure may have changed this. */
export function holdsErased(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return isErased(value)
  return Object.values(value).some(holdsErased)
}

type Details = Readonly<Record<string, unknown>>

interface Concerned {
  /** Of the entry's own record. */
  readonly fields: ReadonlySet<string>
  /** E-mail addresses and telephone numbers, in lower case, wherever they are. */
  readonly contacts: ReadonlySet<string>
  readonly redact: Redact
}

/** The same object if it holds nothing of the person. */
export function redactDetails(details: Details, { fields, contacts, redact }: Concerned): Details {
  const hasValue = (value: unknown): boolean => value !== null && value !== undefined && !isErased(value)
  const isContact = (value: unknown): boolean => typeof value === 'string' && contacts.has(value.toLowerCase())
  let isChanged = false
  const change = (value: unknown, isOfField = false): unknown => {
    if ((isOfField && hasValue(value)) || isContact(value)) {
      isChanged = true
      return redact(value)
    }
    if (Array.isArray(value)) return value.map((each) => change(each))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, change(each)]))
  }
  const side = (value: unknown): unknown =>
    typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, change(each, fields.has(name))]))
      : value
  const changed = Object.fromEntries(
    Object.entries(details).map(([name, value]) => [
      name,
      name === 'before' || name === 'after' ? side(value) : change(value),
    ]),
  )
  return isChanged ? changed : details
}
