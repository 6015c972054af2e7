import type { Directory } from '#server/db/connect/directory.ts'

export interface Colleagues {
  load(userIds: readonly string[]): Promise<void>
  has(userId: string): Promise<boolean>
}

export function colleaguesOf(directory: Directory, tenantId: string): Colleagues {
  const known = new Map<string, boolean>()
  const colleagues: Colleagues = {
    async load(userIds) {
      const missing = [...new Set(userIds)].filter((id) => !known.has(id))
      if (!missing.length) return
      const found = await directory<{ id: string }[]>`
        select id from directory.users where id = any(${missing}::uuid[]) and tenant_id = ${tenantId}`
      for (const id of missing) known.set(id, false)
      for (const { id } of found) known.set(id, true)
    },
    async has(userId) {
      await colleagues.load([userId])
      return known.get(userId)!
    },
  }
  return colleagues
}
