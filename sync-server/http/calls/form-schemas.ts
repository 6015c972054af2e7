import * as z from 'zod'
import type { DescribedResponse, CallPlan } from './call.ts'

const text = { type: 'string' } as const

export const page = (description = 'The page'): Readonly<Record<number, DescribedResponse>> => ({
  200: { description, type: 'text/html' },
})

export const textParameters = (...names: readonly string[]): NonNullable<CallPlan['parameters']> =>
  names.map((name) => ({ name, in: 'query', schema: text }))

export const formBody = (
  required: readonly string[],
  optional: readonly string[] = [],
): NonNullable<CallPlan['requestBody']> => ({
  type: 'application/x-www-form-urlencoded',
  schema: z.object({
    ...Object.fromEntries(required.map((name) => [name, z.string()])),
    ...Object.fromEntries(optional.map((name) => [name, z.optional(z.string())])),
  }),
})
