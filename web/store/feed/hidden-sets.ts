// Sets that must no longer be seen (FOLD8). A full device may still hold their pages, where other tabs and the next
// start find them, so the fact that they are hidden is stored beside the databases, in a few words that still fit.
import type { SetName } from './feed-set.ts'

/** The shape of `localStorage`. */
export interface SmallStorage {
  getItem(key: string): string | null
  setItem(key: string, text: string): void
  removeItem(key: string): void
}

const keyOf = (database: string): string => `holdfast-hidden-${database}`

/** Hides every set up to this generation, except sets of the scope that was told instead. */
type Hidden = readonly [generation: number, epoch: string, scope: string]

const none: Hidden = [0, '', '']

export class HiddenSets {
  readonly #aside: SmallStorage | undefined
  readonly #key: string
  #newest = none

  constructor(aside: SmallStorage | undefined, database: string) {
    this.#aside = aside
    this.#key = keyOf(database)
  }

  /** The newest hidden generation; contexts that know of it give later sets a higher one. */
  get upTo(): number {
    return this.#read()[0]
  }

  has({ generation, epoch, scope }: SetName): boolean {
    const [upTo, ...shown] = this.#read()
    // A context that has not learned of it may have begun a set of the new scope with any generation.
    return generation <= upTo && !(epoch === shown[0] && scope === shown[1])
  }

  /** Hides all sets up to the generation except those of this scope. */
  hide(generation: number, epoch: string, scope: string): void {
    this.#newest = [Math.max(this.upTo, generation), epoch, scope]
    try {
      this.#aside?.setItem(this.#key, JSON.stringify(this.#newest))
    } catch {
      // Without room even for this, the sets are hidden in this tab only.
    }
  }

  /**
   * The pages of all sets that were hidden up to this generation are deleted. Without storage beside the databases,
   * another tab does not know of the hiding and may begin a set with a lower generation, which must be seen here.
   */
  forget(upTo: number): void {
    if (this.#newest[0] <= upTo) this.#newest = none
  }

  #read(): Hidden {
    const told = hiddenIn(this.#aside?.getItem(this.#key) ?? null)
    return told && told[0] >= this.#newest[0] ? told : this.#newest
  }
}

/** A text there that is not ours hides nothing and causes no failure. */
function hiddenIn(text: string | null): Hidden | undefined {
  try {
    const told: unknown = JSON.parse(text ?? 'null')
    return Array.isArray(told) && Number.isSafeInteger(told[0]) ? (told as unknown as Hidden) : undefined
  } catch {
    return undefined
  }
}

/** Removes what was stored there about a person's sets. */
export const forgetHidden = (aside: SmallStorage | undefined, database: string): void =>
  aside?.removeItem(keyOf(database))
