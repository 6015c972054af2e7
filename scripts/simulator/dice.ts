export interface Dice {
  next(): number
  below(end: number): number
  pick<T>(from: readonly T[]): T
  chance(probability: number): boolean
}

export function createDice(seed: number): Dice {
  let state = (seed ^ 0x9e3779b9) >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (end: number): number => Math.floor(next() * end)
  return { next, below, pick: (from) => from[below(from.length)]!, chance: (probability) => next() < probability }
}

export function pickWeighted<Name extends string>(dice: Dice, weights: Readonly<Partial<Record<Name, number>>>): Name {
  const entries = Object.entries(weights) as [Name, number][]
  let left = dice.next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [name, weight] of entries) {
    left -= weight
    if (left < 0) return name
  }
  return entries.at(-1)![0]
}

export function uuidFrom(dice: Dice): string {
  const hex = (digits: number) =>
    dice
      .below(16 ** digits)
      .toString(16)
      .padStart(digits, '0')
  return `019cb000-0000-7${hex(3)}-8${hex(3)}-${hex(6)}${hex(6)}`
}
