// The connected part of a stored set never shrinks unless the set is deleted; its end is the device's position.
import type { Device } from '../device/device.ts'
import { assert } from './violation.ts'

interface Head {
  readonly generation: number
  readonly epoch: string
  readonly scope: string
  readonly from: number
  readonly to: number
}

export class Positions {
  readonly #reached = new Map<string, ReadonlyMap<string, number>>()

  look({ label, disk, person, guests }: Device): void {
    for (const { identity } of [person, ...guests]) {
      const key = `${label} ${identity.id}`
      const before = this.#reached.get(key)
      const now = positionsOf(disk.pagesOf(identity.id))
      for (const [set, position] of now)
        assert(position >= (before?.get(set) ?? 0), () => `${label} moves back from ${before?.get(set)} to ${position}`)
      this.#reached.set(key, now)
    }
  }
}

function positionsOf(heads: readonly string[]): Map<string, number> {
  const pages = heads.map((head) => JSON.parse(head) as Head).toSorted((a, b) => a.from - b.from)
  const positions = new Map<string, number>()
  for (const { generation, epoch, scope, from, to } of pages) {
    const set = `${generation} ${epoch} ${scope}`
    const position = positions.get(set) ?? 0
    if (from <= position) positions.set(set, Math.max(position, to))
  }
  return positions
}
