import { Unavailable } from '#server/db/connect/unavailable.ts'

/** Leaves a connection free for writes. */
const mostPerFirm = 2

interface ListSlot {
  countPiece(): void
  release(): void
}

export interface LongLists {
  slotFor(tenantId: string): ListSlot
}

/** Half of the node's `connections` stay free of lists. */
export function createLongLists(connections: number): LongLists {
  const taken = new Map<string, number>()
  const most = Math.max(1, connections >> 1)
  let all = 0
  return {
    slotFor(tenantId) {
      let pieces = 0
      let isTaken = false
      return {
        /** A list is long from its second piece on. */
        countPiece() {
          pieces += 1
          if (pieces !== 2) return
          const others = taken.get(tenantId) ?? 0
          if (others >= mostPerFirm) throw new Unavailable('The firm reads enough long lists')
          if (all >= most) throw new Unavailable('Enough long lists are read')
          taken.set(tenantId, others + 1)
          all += 1
          isTaken = true
        },
        release() {
          if (!isTaken) return
          all -= 1
          const left = taken.get(tenantId)! - 1
          if (left > 0) taken.set(tenantId, left)
          else taken.delete(tenantId)
        },
      }
    },
  }
}
