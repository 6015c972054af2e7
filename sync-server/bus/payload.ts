// A hint as the text that NOTIFY carries.
import * as z from 'zod'

export interface Written {
  /** The firm's counter, for staff alone. */
  readonly number: number
  /** Who else shall hear of it, each with the highest number that is theirs. */
  readonly audiences: Readonly<Record<string, number>>
  /** The people whose role or links changed, and at which number. */
  readonly sight?: Readonly<Record<string, number>> | undefined
}

/** NOTIFY carries at most 8,000 bytes. */
const entriesPerPayload = 80

const number = z.int().nonnegative()
const numbers = z.record(z.string(), number)
const hint = z.object({ tenant: z.string(), number, audiences: numbers, sight: z.optional(numbers) })

/** As many as it takes: nobody hears a number that is not theirs because a list was too long. */
export function payloadsOf(tenant: string, { number, audiences, sight = {} }: Written): string[] {
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

/** Whoever may connect to the database may say anything on its channels; a node of another version says more or less. */
export function readPayload(payload: string): { readonly tenant: string; readonly written: Written } {
  try {
    const { tenant, ...written } = hint.parse(JSON.parse(payload))
    return { tenant, written }
  } catch (cause) {
    throw new Error('A payload is not a hint', { cause })
  }
}
