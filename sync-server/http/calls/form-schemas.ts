// Descriptions of pages with a form.
import type { Answer, CallPlan } from './call.ts'

const text = { type: 'string' } as const

export const page = (description = 'The page'): Readonly<Record<number, Answer>> => ({
  200: { description, type: 'text/html' },
})

export const textParameters = (...names: readonly string[]): NonNullable<CallPlan['parameters']> =>
  names.map((name) => ({ name, in: 'query', schema: text }))

export const formBody = (
  required: readonly string[],
  optional: readonly string[] = [],
): NonNullable<CallPlan['requestBody']> => ({
  type: 'application/x-www-form-urlencoded',
  schema: {
    type: 'object',
    properties: Object.fromEntries([...required, ...optional].map((name) => [name, text])),
    required,
  },
})
