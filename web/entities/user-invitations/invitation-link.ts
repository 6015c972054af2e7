import type { Row } from '#schema/registry.ts'

interface FreshLink {
  readonly link?: string | null
  readonly mailed?: boolean
}

/** Known only to the window that created it. */
export const invitationLink = (row: Row<'userInvitations'>): string | undefined => (row as FreshLink).link ?? undefined

export const isMailed = (row: Row<'userInvitations'>): boolean => (row as FreshLink).mailed === true
