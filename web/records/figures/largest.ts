// The largest items, without sorting all of them.
import { moneyKey } from '#web/store/base/money-key.ts'

export interface Largest<Item> {
  readonly offer: (amount: string, item: () => Item) => void
  readonly items: () => readonly Item[]
}

export function largest<Item>(max: number): Largest<Item> {
  let largestItems: { readonly key: number; readonly item: Item }[] = []
  let smallestKey = -Infinity
  const trim = () => {
    largestItems = largestItems.sort((a, b) => b.key - a.key).slice(0, max)
    if (largestItems.length === max) smallestKey = largestItems.at(-1)!.key
  }
  return {
    offer(amount, item) {
      const key = moneyKey(amount)!
      if (key <= smallestKey) return
      largestItems.push({ key, item: item() })
      if (largestItems.length >= 2 * max) trim()
    },
    items() {
      trim()
      return largestItems.map(({ item }) => item)
    },
  }
}
