import { Unavailable } from '#server/db/connect/unavailable.ts'

/** Leaves a connection free for writes. */
const maxPerFirm = 2

interface ListSlot {
  countPiece(): void
  release(): void
}

export interface LongLists {
  slotFor(tenantId: string): ListSlot
}

/** Half of the node's `connections` stay free of lists. */
export function createLongLists(connections: number): LongLists {
  const slotsByTenant = new Map<string, number>()
  const maxAtNode = Math.max(1, connections >> 1)
  let all = 0
  return {
    slotFor(tenantId) {
      let pieces = 0
      let hasSlot = false
      return {
        /** A list is long from its second piece on. */
        countPiece() {
          pieces += 1
          if (pieces !== 2) return
          const others = slotsByTenant.get(tenantId) ?? 0
          if (others >= maxPerFirm) throw new Unavailable('The firm reads enough long lists')
          if (all >= maxAtNode) throw new Unavailable('Enough long lists are read')
          slotsByTenant.set(tenantId, others + 1)
          all += 1
          hasSlot = true
        },
        release() {
          if (!hasSlot) return
          all -= 1
          const left = slotsByTenant.get(tenantId)! - 1
          if (left > 0) slotsByTenant.set(tenantId, left)
          else slotsByTenant.delete(tenantId)
        },
      }
    },
  }
}
