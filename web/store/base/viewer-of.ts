import type { Viewer } from '#schema/kernel/viewer.ts'
import type { Identity } from './contract.ts'

export const viewerOf = ({ id, tenantId, role, investorIds = [] }: Identity): Viewer => ({
  userId: id,
  tenantId,
  role,
  investorIds,
})
