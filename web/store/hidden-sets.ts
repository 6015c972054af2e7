// Which sets may not be seen any more (FOLD3). A full device may keep their pages, where other tabs and the next start
// find them: that they are hidden is said beside the databases, in a few words that still fit.
import type { SetName } from './feed-set.ts'

/** The shape of `localStorage`. */
export interface Aside {
  getItem(key: string): string | null
  setItem(key: string, text: string): void
  removeItem(key: string): void
}

const keyOf = (database: string): string => `holdfast-hidden-${database}`

export class HiddenSets {
  readonly #aside: Aside | undefined
  readonly #key: string
  #upTo = 0

  constructor(aside: Aside | undefined, database: string) {
    this.#aside = aside
    this.#key = keyOf(database)
  }

  /** The newest generation that may not be seen; every set that is begun later is newer. */
  get upTo(): number {
    return (this.#upTo = Math.max(this.#upTo, Number(this.#aside?.getItem(this.#key) ?? 0)))
  }

  has({ generation }: SetName): boolean {
    return generation <= this.upTo
  }

  hide(generation: number): void {
    this.#upTo = Math.max(this.upTo, generation)
    try {
      this.#aside?.setItem(this.#key, String(this.#upTo))
    } catch {
      // Not even this fits: they are hidden in this tab.
    }
  }
}

/** Nothing of a person is left there either. */
export const forgetHidden = (aside: Aside | undefined, database: string): void => aside?.removeItem(keyOf(database))
