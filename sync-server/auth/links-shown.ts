// Links that make an account or set a password are shown to the administrator who makes them, or only mailed. Whoever
// sees such a link can use it, so on a server with several firms it would let one firm take an address of another.
import type { Database } from '#server/db/connect/database.ts'
import { VerbRefused } from '#server/records/verb-refused.ts'

export interface LinksDeps {
  readonly database: Pick<Database, 'directory'>
  readonly demo: { readonly isOn: boolean }
  /** The operator's choice; without one it depends on the number of firms. */
  readonly invitationLinks?: 'shown' | 'mailed' | undefined
  readonly mail?: unknown
}

/** Whether an administrator of the firm may see links. Refuses if nobody could get them: neither shown nor mailed. */
export async function mayShowLinks(deps: LinksDeps, tenantId: string): Promise<boolean> {
  const isShown = await isShownTo(deps, tenantId)
  if (!isShown && !deps.mail) throw new VerbRefused('VALIDATION', { email: { key: 'noMail' } })
  return isShown
}

async function isShownTo({ database, demo, invitationLinks }: LinksDeps, tenantId: string): Promise<boolean> {
  if (invitationLinks) return invitationLinks === 'shown'
  if (demo.isOn) return true
  const firms = await database.directory`
    select id from directory.tenants where not is_demo or id = ${tenantId} limit 2`
  return firms.length === 1
}
