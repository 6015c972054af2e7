// A theme makes events that must coincide for a failure more likely; anything can happen in every theme.
import { type Verb, verbWeights } from '../people/acts.ts'
import { type Fault, faultWeights, type Kind, kindWeights } from './weights.ts'

export interface Theme {
  readonly kinds: Readonly<Record<Kind, number>>
  readonly verbs: Readonly<Record<Verb, number>>
  readonly faults: Readonly<Partial<Record<Fault, number>>>
  /** The probability of small limits. */
  readonly small: number
}

const themeOf = (
  kinds: Partial<Record<Kind, number>>,
  verbs: Partial<Record<Verb, number>>,
  faults: Partial<Record<Fault, number>>,
  small = 0.3,
): Theme => ({
  kinds: { ...kindWeights, ...kinds },
  verbs: { ...verbWeights, ...verbs },
  faults: { ...faultWeights, ...faults },
  small,
})

const themes: readonly Theme[] = [
  themeOf({}, {}, {}),
  // Visibility.
  themeOf({ link: 4, unlink: 2, role: 1.5 }, { show: 30, move: 16, create: 10, edit: 8 }, { short: 12 }, 0.9),
  // Several windows, repeated requests, and changed minds.
  themeOf({ tab: 5, freeze: 2.5, 'lose messages': 2.5, worker: 2 }, { discard: 20, burst: 20 }, { lose: 24, large: 6 }),
  // Verbs, and changes to what they show.
  themeOf({}, { 'use a verb': 60, create: 14 }, { lose: 12 }),
  // Restores, and two people on one device.
  themeOf({ 'back up': 2.5, restore: 1.5, session: 3 }, {}, { borrow: 6, mix: 6 }),
]

export const themeFor = (seed: number): Theme => themes[seed % themes.length]!
