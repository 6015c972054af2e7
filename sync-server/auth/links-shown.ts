// On a server with several firms a visible link would let one firm take another's address.
import type { Database } from '#server/db/connect/database.ts'
import { CodedError } from '#server/records/coded-error.ts'

export interface LinksDeps {
  readonly database: Pick<Database, 'directory'>
  readonly demo: { readonly isOn: boolean }
  /** The default depends on the number of firms. */
  readonly invitationLinks?: 'shown' | 'mailed' | undefined
  readonly mail?: unknown
}

export async function mayShowLinks(deps: LinksDeps, tenantId: string): Promise<boolean> {
  const isShown = await isShownTo(deps, tenantId)
  if (!isShown && !deps.mail) throw new CodedError('VALIDATION', { email: { key: 'noMail' } })
  return isShown
}

async function isShownTo({ database, demo, invitationLinks }: LinksDeps, tenantId: string): Promise<boolean> {
  if (invitationLinks) return invitationLinks === 'shown'
  if (demo.isOn) return true
  const firms = await database.directory`
    select id from directory.tenants where not is_demo or id = ${tenantId} limit 2`
  return firms.length === 1
}
