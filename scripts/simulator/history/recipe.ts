import { createDice, type Dice, pickWeighted } from '../dice.ts'
import { type Theme, themeFor } from './themes.ts'
import type { Recipe, Step } from './step.ts'

const length = 70

export function recipeOf(seed: number, isConcurrent = false): Recipe {
  const dice = createDice(seed)
  const theme = themeFor(seed)
  const chance = isConcurrent
    ? { fault: 0.6, faults: { ...theme.faults, meet: 60 } }
    : { fault: 0.3, faults: theme.faults }
  const steps = Array.from({ length: length / 2 + dice.below(length) }, () => stepFrom(dice, theme, chance))
  return { seed, steps }
}

const maxRandom = 1_000_000

function stepFrom(dice: Dice, { kinds, verbs }: Theme, chance: { fault: number; faults: Theme['faults'] }): Step {
  const kind = pickWeighted(dice, kinds)
  const who = dice.below(maxRandom)
  switch (kind) {
    case 'act':
      return { kind, who, verb: pickWeighted(dice, verbs), dice: dice.below(maxRandom) }
    case 'deliver':
      return { kind, which: who, ...(dice.chance(chance.fault) ? { fault: pickWeighted(dice, chance.faults) } : {}) }
    case 'hint':
      return { kind, which: who, isLost: dice.chance(0.3) }
    case 'wait':
      return { kind, ms: dice.pick([30, 700, 2_500, 20_000, 61_000]) }
    case 'sleep':
      return { kind, hours: dice.pick([1, 25]) }
    case 'crash':
      return { kind, who, verb: pickWeighted(dice, verbs), turns: 1 + dice.below(30), dice: dice.below(maxRandom) }
    case 'connection':
    case 'tab':
    case 'worker':
    case 'account':
      return { kind, who }
    case 'link':
    case 'unlink':
    case 'role':
      return { kind, dice: who }
    case 'freeze':
    case 'lose row':
    case 'session':
      return { kind, who, dice: dice.below(maxRandom) }
    case 'thaw':
    case 'back up':
      return { kind }
    case 'restore':
      return { kind, which: who, isAnnounced: dice.chance(0.5) }
    case 'lose messages':
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
