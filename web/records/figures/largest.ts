// The largest items of any number, without sorting all of them.
import { moneyKey } from '#web/store/base/money-key.ts'

export interface Largest<Item> {
  readonly offer: (amount: string, item: () => Item) => void
  readonly taken: () => readonly Item[]
}

export function largest<Item>(most: number): Largest<Item> {
  let kept: { readonly key: number; readonly item: Item }[] = []
  let least = -Infinity
  const cut = () => {
    kept = kept.sort((a, b) => b.key - a.key).slice(0, most)
    if (kept.length === most) least = kept.at(-1)!.key
  }
  return {
    offer(amount, item) {
      const key = moneyKey(amount)!
      if (key <= least) return
      kept.push({ key, item: item() })
      if (kept.length >= 2 * most) cut()
    },
    taken() {
      cut()
      return kept.map(({ item }) => item)
    },
  }
}
