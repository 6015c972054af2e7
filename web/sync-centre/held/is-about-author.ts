import type { Verdict } from '#schema/sync/protocol.ts'

/** Administrators have all rights, so these codes are about the author. */
export const isAboutAuthor = ({ code }: Verdict): boolean => code === 'FORBIDDEN' || code === 'NOT_FOUND'
