import { codeTexts } from '#schema/codes.ts'
import type { Verdict } from '#schema/protocol.ts'

/**
 * What to answer when the database itself refuses a change that the rules had accepted: a value or a uniqueness that only
 * it knows. Undefined for anything that may pass when tried again, which is then not decided.
 */
export function codeOfDatabaseError(error: unknown): Pick<Verdict, 'code' | 'message'> | undefined {
  const code = (error as { code?: unknown }).code
  if (code === '23505') return { code: 'DUPLICATE', message: codeTexts.DUPLICATE }
  if (typeof code === 'string' && /^(22|23)/.test(code)) return { code: 'VALIDATION', message: codeTexts.VALIDATION }
  return undefined
}
