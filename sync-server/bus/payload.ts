import * as z from 'zod'

export interface Hint {
  /** For staff only. */
  readonly number: number
  /** Other audiences, with their highest row numbers. */
  readonly audiences: Readonly<Record<string, number>>
  /** People whose role or links changed. */
  readonly sight?: Readonly<Record<string, number>> | undefined
}

/** NOTIFY carries at most 8,000 bytes. */
const entriesPerPayload = 80

const number = z.int().nonnegative()
const numbers = z.record(z.string(), number)
const hint = z.object({ tenant: z.string(), number, audiences: numbers, sight: z.optional(numbers) })

export function payloadsOf(tenant: string, { number, audiences, sight = {} }: Hint): string[] {
  const entries = [
    ...Object.entries(audiences).map((entry) => ['audiences', entry] as const),
    ...Object.entries(sight).map((entry) => ['sight', entry] as const),
  ]
  const part = (at: number) => {
    const batch = entries.slice(at, at + entriesPerPayload)
    const entriesOf = (list: string) =>
      Object.fromEntries(batch.flatMap(([name, entry]) => (name === list ? [entry] : [])))
    return JSON.stringify({ tenant, number, audiences: entriesOf('audiences'), sight: entriesOf('sight') })
  }
  return Array.from({ length: Math.max(1, Math.ceil(entries.length / entriesPerPayload)) }, (_, i) =>
    part(i * entriesPerPayload),
  )
}

/** Strict: anybody with database access can notify, and other versions may send other fields. */
export function readPayload(payload: string): { readonly tenant: string; readonly written: Hint } {
  try {
    const { tenant, ...written } = hint.parse(JSON.parse(payload))
    return { tenant, written }
  } catch (cause) {
    throw new Error('A payload is not a hint', { cause })
  }
}
