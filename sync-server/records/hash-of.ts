import { hash } from 'node:crypto'
import { canonicalJson } from '#schema/kernel/canonical-json.ts'

export const hashOf = (value: unknown): string => hash('sha256', canonicalJson(value))
