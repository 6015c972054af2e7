import * as z from 'zod'
import type { Json, Shape } from './call.ts'

export const uuidText = z.string().meta({ format: 'uuid' })
export const timeText = z.string().meta({ format: 'date-time' })
export const dateText = z.string().meta({ format: 'date' })
export const textOrNull = z.nullable(z.string())
export const count = z.int().nonnegative().meta({ minimum: 0 })

/** A link that may be hidden, and whether it was mailed. */
export const mailedLink = { link: z.nullable(z.string().meta({ format: 'uri' })), mailed: z.boolean() }

/** Older clients accept what newer servers add to a response, so only requests are closed. */
export function jsonSchemaOf(shape: Shape, io: 'input' | 'output' = 'output'): Json {
  if (!('_zod' in shape)) return shape
  const { $schema: _, ...schema } = z.toJSONSchema(shape as z.core.$ZodType, {
    unrepresentable: 'any',
    io,
    override({ jsonSchema }) {
      if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
      dropImplied(jsonSchema)
    },
  })
  return schema
}

/** zod adds these to every integer and every record. */
function dropImplied(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (JSON.stringify(schema.propertyNames) === '{"type":"string"}') delete schema.propertyNames
}
