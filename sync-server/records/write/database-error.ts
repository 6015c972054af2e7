import { codeTexts } from '#schema/kernel/codes.ts'
import type { Verdict } from '#schema/sync/protocol.ts'

/**
 * The answer when the database itself refuses a change that the rules accepted, for a value or a uniqueness that only
 * it knows. Undefined for every error that may pass when tried again: the change is then not decided.
 */
export function codeOfDatabaseError(error: unknown): Pick<Verdict, 'code' | 'message'> | undefined {
  const code = (error as { code?: unknown }).code
  if (code === '23505') return { code: 'DUPLICATE', message: codeTexts.DUPLICATE }
  if (typeof code === 'string' && /^(22|23)/.test(code)) return { code: 'VALIDATION', message: codeTexts.VALIDATION }
  return undefined
}

/** The verdict on a change that the database itself refuses; throws every error that may pass when tried again. */
export function refusedByDatabase(id: string, error: unknown): Verdict {
  const refusal = codeOfDatabaseError(error)
  if (!refusal) throw error
  return { id, verdict: 'rejected', number: null, mark: null, ...refusal }
}
