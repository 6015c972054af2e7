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

/** Every set up to this generation, but those of the scope that was told instead. */
type Hidden = readonly [generation: number, epoch: string, scope: string]

export class HiddenSets {
  readonly #aside: Aside | undefined
  readonly #key: string
  #newest: Hidden = [0, '', '']

  constructor(aside: Aside | undefined, database: string) {
    this.#aside = aside
    this.#key = keyOf(database)
  }

  /** The newest generation that may not be seen; every set that is begun later by who knows of it is newer. */
  get upTo(): number {
    return this.#read()[0]
  }

  has({ generation, epoch, scope }: SetName): boolean {
    const [upTo, ...shown] = this.#read()
    // Whoever heard nothing of it may have begun a set of the new scope with any generation.
    return generation <= upTo && !(epoch === shown[0] && scope === shown[1])
  }

  /** Sets of the named scope stay. */
  hide(generation: number, epoch: string, scope: string): void {
    this.#newest = [Math.max(this.upTo, generation), epoch, scope]
    try {
      this.#aside?.setItem(this.#key, JSON.stringify(this.#newest))
    } catch {
      // Not even this fits: they are hidden in this tab.
    }
  }

  #read(): Hidden {
    const told = hiddenIn(this.#aside?.getItem(this.#key) ?? null)
    return told && told[0] >= this.#newest[0] ? told : this.#newest
  }
}

/** What somebody else has left there hides nothing, and keeps nobody out. */
function hiddenIn(text: string | null): Hidden | undefined {
  try {
    const told: unknown = JSON.parse(text ?? 'null')
    return Array.isArray(told) && Number.isSafeInteger(told[0]) ? (told as unknown as Hidden) : undefined
  } catch {
    return undefined
  }
}

/** Nothing of a person is left there either. */
export const forgetHidden = (aside: Aside | undefined, database: string): void => aside?.removeItem(keyOf(database))
