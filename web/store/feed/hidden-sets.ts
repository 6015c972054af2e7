// FOLD8: kept in localStorage, which still has room when a full device cannot delete the pages.
import type { SmallStorage } from '#web/store/base/deps.ts'
import type { SetName } from './feed-set.ts'

const keyOf = (database: string): string => `holdfast-hidden-${database}`

/** Hides every set up to this generation, except sets of the given scope. */
type HiddenSet = readonly [generation: number, epoch: string, scope: string]

const nothingHidden: HiddenSet = [0, '', '']

export class HiddenSets {
  readonly #localStorage: SmallStorage | undefined
  readonly #key: string
  #newest = nothingHidden

  constructor(localStorage: SmallStorage | undefined, database: string) {
    this.#localStorage = localStorage
    this.#key = keyOf(database)
  }

  /** The newest hidden generation; contexts that know it give later sets a higher one. */
  get upTo(): number {
    return this.#read()[0]
  }

  has({ generation, epoch, scope }: SetName): boolean {
    const [upTo, ...shown] = this.#read()
    // A context unaware of the hiding may have begun a set of the new scope with any generation.
    return generation <= upTo && !(epoch === shown[0] && scope === shown[1])
  }

  hide(generation: number, epoch: string, scope: string): void {
    this.#newest = [Math.max(this.upTo, generation), epoch, scope]
    try {
      this.#localStorage?.setItem(this.#key, JSON.stringify(this.#newest))
    } catch {
      // Without room even for this, the sets are hidden in this tab only.
    }
  }

  /** Without localStorage, another tab may then begin a set with a lower generation that must be seen. */
  forget(upTo: number): void {
    if (this.#newest[0] <= upTo) this.#newest = nothingHidden
  }

  #read(): HiddenSet {
    const stored = hiddenIn(this.#localStorage?.getItem(this.#key) ?? null)
    return stored && stored[0] >= this.#newest[0] ? stored : this.#newest
  }
}

function hiddenIn(text: string | null): HiddenSet | undefined {
  try {
    const noted: unknown = JSON.parse(text ?? 'null')
    return isHidden(noted) ? noted : undefined
  } catch {
    return undefined
  }
}

const isHidden = (noted: unknown): noted is HiddenSet => Array.isArray(noted) && Number.isSafeInteger(noted[0])

export const forgetHidden = (localStorage: SmallStorage | undefined, database: string): void =>
  localStorage?.removeItem(keyOf(database))
