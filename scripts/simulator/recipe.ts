// A history before it is played: steps that mean something in any state, so that any of them may be left out.
import { type Verb, verbWeights } from './acts.ts'
import { createDice, type Dice, pickWeighted } from './dice.ts'

const faults = {
  /** The request never arrives. */
  drop: 4,
  /** It is done, and its answer is lost. */
  lose: 6,
  /** It is done twice, one right after the other. */
  twice: 3,
  /** It is done, and arrives once more some time later. */
  again: 4,
  /** It is done, and its answer takes its time. */
  hold: 8,
  /** The answer breaks off. */
  truncate: 2,
  /** Not done: 503. */
  busy: 2,
  /** Not done: 503 and when to come back. */
  later: 2,
  /** Done, but a proxy says 502. */
  gateway: 2,
  /** Not done: a proxy takes it for too large. */
  large: 1,
  /** Not done: somebody's network shows its sign-in page. */
  portal: 1,
  /** It arrives once more, under the name of somebody else of the firm. */
  borrow: 3,
  /** A cache on the way answers with what somebody else got. */
  mix: 3,
  /** A feed page that ends sooner, between numbers. */
  short: 6,
} as const

/** It reaches the server together with other requests; who is first is left to the machine. */
const crowded = { ...faults, meet: 60 } as const

export type Fault = keyof typeof crowded

export type Step =
  | { readonly kind: 'act'; readonly who: number; readonly verb: Verb; readonly dice: number }
  | { readonly kind: 'carry'; readonly which: number; readonly fault?: Fault }
  | { readonly kind: 'hint'; readonly which: number; readonly isLost: boolean }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'sleep'; readonly hours: number }
  | { readonly kind: 'crash'; readonly who: number; readonly verb: Verb; readonly turns: number; readonly dice: number }
  | { readonly kind: 'line'; readonly who: number }
  | { readonly kind: 'tab'; readonly who: number }
  | { readonly kind: 'worker'; readonly who: number }
  | { readonly kind: 'link'; readonly dice: number }
  | { readonly kind: 'unlink'; readonly dice: number }
  | { readonly kind: 'role'; readonly dice: number }
  | { readonly kind: 'account'; readonly who: number }
  | { readonly kind: 'freeze'; readonly who: number; readonly dice: number }
  | { readonly kind: 'session'; readonly who: number; readonly dice: number }
  | { readonly kind: 'thaw' }
  | { readonly kind: 'deaf'; readonly who: number; readonly messages: number }
  | { readonly kind: 'full'; readonly who: number; readonly turns: readonly number[] }
  | { readonly kind: 'rot'; readonly who: number; readonly dice: number }
  | { readonly kind: 'back up' }
  | { readonly kind: 'restore'; readonly which: number; readonly isTold: boolean }

export interface Recipe {
  readonly seed: number
  readonly steps: readonly Step[]
}

const kinds = {
  act: 36,
  carry: 46,
  hint: 5,
  wait: 6,
  sleep: 0.3,
  crash: 2.5,
  line: 4,
  tab: 2.5,
  worker: 1,
  link: 0.7,
  unlink: 0.5,
  role: 0.5,
  account: 0.4,
  freeze: 1,
  thaw: 1.5,
  deaf: 0.7,
  full: 1,
  rot: 0.1,
  session: 1.2,
  'back up': 0.8,
  restore: 0.5,
}
const length = 70

export function recipeOf(seed: number, isCrowded = false): Recipe {
  const dice = createDice(seed)
  const chance = isCrowded ? { fault: 0.6, faults: crowded } : { fault: 0.3, faults }
  const steps = Array.from({ length: length / 2 + dice.below(length) }, () => stepFrom(dice, chance))
  return { seed, steps }
}

const anything = 1_000_000

function stepFrom(dice: Dice, chance: { fault: number; faults: Partial<Record<Fault, number>> }): Step {
  const kind = pickWeighted(dice, kinds)
  const who = dice.below(anything)
  switch (kind) {
    case 'act':
      return { kind, who, verb: pickWeighted(dice, verbWeights), dice: dice.below(anything) }
    case 'carry':
      return { kind, which: who, ...(dice.chance(chance.fault) ? { fault: pickWeighted(dice, chance.faults) } : {}) }
    case 'hint':
      return { kind, which: who, isLost: dice.chance(0.3) }
    case 'wait':
      return { kind, ms: dice.pick([30, 700, 2_500, 20_000, 61_000]) }
    case 'sleep':
      return { kind, hours: dice.pick([1, 25]) }
    case 'crash':
      return { kind, who, verb: pickWeighted(dice, verbWeights), turns: 1 + dice.below(30), dice: dice.below(anything) }
    case 'line':
    case 'tab':
    case 'worker':
      return { kind, who }
    case 'account':
      return { kind, who }
    case 'link':
    case 'unlink':
    case 'role':
      return { kind, dice: who }
    case 'freeze':
    case 'rot':
    case 'session':
      return { kind, who, dice: dice.below(anything) }
    case 'thaw':
    case 'back up':
      return { kind }
    case 'restore':
      return { kind, which: who, isTold: dice.chance(0.5) }
    case 'deaf':
      return { kind, who, messages: 1 + dice.below(4) }
    case 'full':
      return { kind, who, turns: Array.from({ length: 1 + dice.below(3) }, () => dice.below(12)) }
  }
}
