import { hash } from 'node:crypto'
import { canonicalJson } from '#schema/kernel/canonical-json.ts'

/** The hash of a JSON value; the order of its members does not matter. */
export const hashOf = (value: unknown): string => hash('sha256', canonicalJson(value))
