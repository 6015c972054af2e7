// What a device has of a set on its disk never becomes less: pages follow each other from the first one on, and the end of
// the last one that follows is its position.
import type { Device } from '../device.ts'
import { hold } from './violation.ts'

interface Head {
  readonly generation: number
  readonly from: number
  readonly to: number
}

export class Positions {
  readonly #reached = new Map<string, number>()

  look({ label, disk, person }: Device): void {
    for (const [set, position] of positionsOf(disk.pagesOf(person.identity.id))) {
      const key = `${label} ${person.identity.id} ${set}`
      const before = this.#reached.get(key) ?? 0
      hold(position >= before, () => `${label} goes back from ${before} to ${position}`)
      this.#reached.set(key, position)
    }
  }
}

function positionsOf(heads: readonly string[]): Map<number, number> {
  const pages = heads.map((head) => JSON.parse(head) as Head).toSorted((a, b) => a.from - b.from)
  const positions = new Map<number, number>()
  for (const { generation, from, to } of pages) {
    const position = positions.get(generation) ?? 0
    if (from <= position) positions.set(generation, Math.max(position, to))
  }
  return positions
}
