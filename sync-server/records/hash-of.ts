import { hash } from 'node:crypto'
import { canonicalJson } from '#schema/canonical-json.ts'

/** The same for the same value, in whatever order its members came. */
export const hashOf = (said: unknown): string => hash('sha256', canonicalJson(said))
