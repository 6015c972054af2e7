import { codeTexts } from '#schema/kernel/codes.ts'
import type { Verdict } from '#schema/sync/protocol.ts'

/** Undefined for errors that may pass on a retry. */
export function codeOfDatabaseError(error: unknown): Pick<Verdict, 'code' | 'message'> | undefined {
  const code = (error as { code?: unknown }).code
  if (code === '23505') return { code: 'DUPLICATE', message: codeTexts.DUPLICATE }
  if (typeof code === 'string' && /^(22|23)/.test(code)) return { code: 'VALIDATION', message: codeTexts.VALIDATION }
  return undefined
}

export function refusedByDatabase(id: string, error: unknown): Verdict {
  const refusal = codeOfDatabaseError(error)
  if (!refusal) throw error
  return { id, verdict: 'rejected', number: null, mark: null, ...refusal }
}
