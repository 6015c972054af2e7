import type { Row } from '#schema/registry.ts'

/** What only the person gets who made the invitation or sent it again. */
interface FreshLink {
  /** Null if it was only mailed. */
  readonly link?: string | null
  readonly mailed?: boolean
}

/** The link, as long as this window knows it. */
export const linkOf = (row: Row<'userInvitations'>): string | undefined => (row as FreshLink).link ?? undefined

export const isMailed = (row: Row<'userInvitations'>): boolean => (row as FreshLink).mailed === true
