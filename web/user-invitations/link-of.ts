import type { Row } from '#schema/registry.ts'

/** What the server says only to whoever made the invitation or sent it again. */
interface FreshLink {
  readonly link?: string
  readonly mailed?: boolean
}

/** The link, as long as this window knows it. */
export const linkOf = (row: Row<'userInvitations'>): string | undefined => (row as FreshLink).link

export const isMailed = (row: Row<'userInvitations'>): boolean => (row as FreshLink).mailed === true
