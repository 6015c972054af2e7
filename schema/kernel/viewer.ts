import type { Role } from './enumerations.ts'

export interface Viewer {
  readonly tenantId: string
  readonly userId: string
  /** Not used for decisions. */
  readonly name?: string
  /** The session's device, as stored. Not used for decisions. */
  readonly device?: string | null
  readonly role: Role
  readonly investorIds: readonly string[]
  /** Undefined: all. Set while servers of different versions run. */
  readonly fieldVisibility?: ReadonlyMap<string, ReadonlySet<string>>
}

export const ownInvestors = 'viewer.investors'
export const ownUser = 'viewer.user'

export const isStaff = (viewer: { readonly role: Role }): boolean => viewer.role !== 'INVESTOR'
