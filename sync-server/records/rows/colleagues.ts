import type { Directory } from '#server/db/connect/directory.ts'

export interface Colleagues {
  has(userId: string): Promise<boolean>
}

export function colleaguesOf(directory: Directory, tenantId: string): Colleagues {
  const asked = new Map<string, Promise<boolean>>()
  const ask = async (userId: string) => {
    const [person] = await directory`select id from directory.users where id = ${userId} and tenant_id = ${tenantId}`
    return person !== undefined
  }
  return {
    has(userId) {
      const answer = asked.get(userId) ?? ask(userId)
      asked.set(userId, answer)
      return answer
    },
  }
}
