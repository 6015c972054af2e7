import * as z from 'zod'
import type { Json, Shape } from './call.ts'

export const uuidText = z.string().meta({ format: 'uuid' })
export const timeText = z.string().meta({ format: 'date-time' })
export const dateText = z.string().meta({ format: 'date' })
export const textOrNull = z.nullable(z.string())
export const count = z.int().nonnegative().meta({ minimum: 0 })

/** A link that may be hidden, and whether it was mailed. */
export const mailedLink = { link: z.nullable(z.string().meta({ format: 'uri' })), mailed: z.boolean() }

/** `input`: unknown properties are allowed. */
export function jsonSchemaOf(shape: Shape, io: 'input' | 'output' = 'output'): Json {
  if (!('_zod' in shape)) return shape
  const { $schema: _, ...schema } = z.toJSONSchema(shape as z.core.$ZodType, { unrepresentable: 'any', io })
  return schema
}
