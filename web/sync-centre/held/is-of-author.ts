import type { Verdict } from '#schema/sync/protocol.ts'

/** Administrators may do everything, so these are said of the author. */
export const isOfAuthor = ({ code }: Verdict): boolean => code === 'FORBIDDEN' || code === 'NOT_FOUND'
