import i18next from 'i18next'
import type { DateFormat } from '#schema/kernel/enumerations.ts'
import type { Verdict } from '#schema/sync/protocol.ts'
import { reasonOf } from '#web/sync-centre/changes/refusal-text.tsx'

/** Administrators have all rights, so these codes are about the author. */
export const isAboutAuthor = ({ code }: Verdict): boolean => code === 'FORBIDDEN' || code === 'NOT_FOUND'

/** Without “you”: the reader is not the author who was refused. */
export const heldReason = (verdict: Verdict, format: DateFormat): string =>
  verdict.code === 'FORBIDDEN' ? i18next.t('held:forbidden') : reasonOf(verdict, format)
