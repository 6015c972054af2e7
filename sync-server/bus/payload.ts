// A hint as the text that NOTIFY carries.
import * as z from 'zod'

export interface Hint {
  /** The firm's counter, for staff only. */
  readonly number: number
  /** The other audiences that must hear of it, each with the highest number of its rows. */
  readonly audiences: Readonly<Record<string, number>>
  /** People whose role or links changed, with the number of that change. */
  readonly sight?: Readonly<Record<string, number>> | undefined
}

/** NOTIFY carries at most 8,000 bytes. */
const entriesPerPayload = 80

const number = z.int().nonnegative()
const numbers = z.record(z.string(), number)
const hint = z.object({ tenant: z.string(), number, audiences: numbers, sight: z.optional(numbers) })

/**
 * Split into as many payloads as needed: an audience must hear its own number even when the list is too long for one.
 */
export function payloadsOf(tenant: string, { number, audiences, sight = {} }: Hint): string[] {
  const entries = [
    ...Object.entries(audiences).map((entry) => ['audiences', entry] as const),
    ...Object.entries(sight).map((entry) => ['sight', entry] as const),
  ]
  const part = (at: number) => {
    const some = entries.slice(at, at + entriesPerPayload)
    const of = (list: string) => Object.fromEntries(some.flatMap(([name, entry]) => (name === list ? [entry] : [])))
    return JSON.stringify({ tenant, number, audiences: of('audiences'), sight: of('sight') })
  }
  return Array.from({ length: Math.max(1, Math.ceil(entries.length / entriesPerPayload)) }, (_, i) =>
    part(i * entriesPerPayload),
  )
}

/**
 * Parses a payload strictly: anybody with access to the database can notify its channels, and a node of another version
 * may send other fields.
 */
export function readPayload(payload: string): { readonly tenant: string; readonly written: Hint } {
  try {
    const { tenant, ...written } = hint.parse(JSON.parse(payload))
    return { tenant, written }
  } catch (cause) {
    throw new Error('A payload is not a hint', { cause })
  }
}
