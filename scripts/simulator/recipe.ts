// A history before it is played: steps that mean something in any state, so that any of them may be left out.
import type { Verb } from './acts.ts'
import { createDice, type Dice, pickWeighted } from './dice.ts'
import { type Theme, themeFor } from './themes.ts'
import type { faultWeights } from './weights.ts'

/** `meet`: it reaches the server together with other requests; who is first is left to the machine. */
export type Fault = keyof typeof faultWeights | 'meet'

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
  | { readonly kind: 'full'; readonly who: number; readonly isOfOutbox: boolean; readonly turns: readonly number[] }
  | { readonly kind: 'rot'; readonly who: number; readonly dice: number }
  | { readonly kind: 'back up' }
  | { readonly kind: 'restore'; readonly which: number; readonly isTold: boolean }

export interface Recipe {
  readonly seed: number
  readonly steps: readonly Step[]
}

export type Kind = Step['kind']

const length = 70

export function recipeOf(seed: number, isCrowded = false): Recipe {
  const dice = createDice(seed)
  const theme = themeFor(seed)
  const chance = isCrowded
    ? { fault: 0.6, faults: { ...theme.faults, meet: 60 } }
    : { fault: 0.3, faults: theme.faults }
  const steps = Array.from({ length: length / 2 + dice.below(length) }, () => stepFrom(dice, theme, chance))
  return { seed, steps }
}

const anything = 1_000_000

function stepFrom(dice: Dice, { kinds, verbs }: Theme, chance: { fault: number; faults: Theme['faults'] }): Step {
  const kind = pickWeighted(dice, kinds)
  const who = dice.below(anything)
  switch (kind) {
    case 'act':
      return { kind, who, verb: pickWeighted(dice, verbs), dice: dice.below(anything) }
    case 'carry':
      return { kind, which: who, ...(dice.chance(chance.fault) ? { fault: pickWeighted(dice, chance.faults) } : {}) }
    case 'hint':
      return { kind, which: who, isLost: dice.chance(0.3) }
    case 'wait':
      return { kind, ms: dice.pick([30, 700, 2_500, 20_000, 61_000]) }
    case 'sleep':
      return { kind, hours: dice.pick([1, 25]) }
    case 'crash':
      return { kind, who, verb: pickWeighted(dice, verbs), turns: 1 + dice.below(30), dice: dice.below(anything) }
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
      return { kind, who, messages: 1 + dice.below(12) }
    case 'full':
      return {
        kind,
        who,
        isOfOutbox: dice.chance(0.5),
        turns: Array.from({ length: 1 + dice.below(3) }, () => dice.below(5)),
      }
  }
}
