import type { Directory } from '#server/db/connect/directory.ts'

export interface TenantUsers {
  load(userIds: readonly string[]): Promise<void>
  has(userId: string): Promise<boolean>
}

export function tenantUsersOf(directory: Directory, tenantId: string): TenantUsers {
  const known = new Map<string, boolean>()
  const tenantUsers: TenantUsers = {
    async load(userIds) {
      const missing = [...new Set(userIds)].filter((id) => !known.has(id))
      if (!missing.length) return
      const found = await directory<{ id: string }[]>`
        select id from directory.users where id = any(${missing}::uuid[]) and tenant_id = ${tenantId}`
      for (const id of missing) known.set(id, false)
      for (const { id } of found) known.set(id, true)
    },
    async has(userId) {
      await tenantUsers.load([userId])
      return known.get(userId)!
    },
  }
  return tenantUsers
}
