import { type Entity, perEntity } from './entity.ts'
import type { Issues } from './issues.ts'
import type { Values } from './parse.ts'

/** At least five digits, separators, and an extension, whose digits do not count. */
const pattern = /^(?:[+\s()./-]*\p{Nd}){5}[+\p{Nd}\s()./-]*(?:(?:ext\.?|x)\s*\p{Nd}+)?$/iu

export const isPhone = (text: string): boolean => pattern.test(text.trim())

const phonesOf = perEntity((entity): readonly string[] =>
  Object.entries(entity.fields).flatMap(([name, { storage }]) =>
    'holds' in storage && storage.holds === 'phone' ? [name] : [],
  ),
)

/** Stored values are older than the rule. */
export const phoneIssues = (entity: Entity, values: Values, before: Values | null): Issues =>
  Object.fromEntries(
    phonesOf(entity).flatMap((field) => {
      const value = values[field]
      return typeof value === 'string' && value !== before?.[field] && !isPhone(value)
        ? [[field, { key: 'phone' }]]
        : []
    }),
  )
