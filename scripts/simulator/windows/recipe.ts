import { createDice, type Dice, pickWeighted } from '../dice.ts'

const faultWeights = {
  lose: 4,
  drop: 4,
  serve: 8,
  leave: 4,
  twice: 2,
  portal: 3,
  'portal 401': 3,
  gateway: 2,
} as const

export type Fault = keyof typeof faultWeights

/** `turns` decides whether the action has ended before the next step. */
export type Action = 'create' | 'edit' | 'look' | 'continue' | 'sign out' | 'sync'

interface ActingWindow {
  readonly who: number
  readonly action: Action
  readonly dice: number
}

interface Kind<Name extends string> {
  readonly kind: Name
}

export type Step =
  | (Kind<'action'> & ActingWindow & { readonly turns?: number })
  /** `turns` after an action has begun in another window. */
  | (Kind<'sign in'> &
      Omit<ActingWindow, 'action'> &
      Partial<Pick<ActingWindow, 'action'>> & { readonly person: number; readonly turns: number })
  | (Kind<'crash'> & ActingWindow & { readonly turns: number })
  | (Kind<'deliver'> & { readonly which: number; readonly fault?: Fault })
  | (Kind<'hint'> & { readonly which: number; readonly isLost: boolean })
  | (Kind<'open'> & { readonly turns?: number })
  | (Kind<'close'> & { readonly who: number; readonly mayArrive: boolean })
  | (Kind<'draft'> & { readonly who: number })
  | (Kind<'wait'> & { readonly ms: number })
  | Kind<'connection' | 'end session' | 'lose cookie'>

export interface Recipe {
  readonly seed: number
  readonly steps: readonly Step[]
}

const kinds = {
  action: 30,
  'sign in': 9,
  deliver: 40,
  hint: 4,
  open: 5,
  close: 4,
  crash: 3,
  connection: 4,
  wait: 6,
  'end session': 2,
  'lose cookie': 1,
  draft: 2,
}

const actions = { create: 8, edit: 6, look: 12, continue: 6, 'sign out': 3, sync: 2 } as const

const maxRandom = 1_000_000

export function recipeOf(seed: number): Recipe {
  const dice = createDice(seed)
  return { seed, steps: Array.from({ length: 30 + dice.below(40) }, () => stepFrom(dice)) }
}

/** Undefined: until everything is idle. */
const someTurns = (dice: Dice): { turns?: number } => (dice.chance(0.35) ? { turns: dice.below(40) } : {})

function stepFrom(dice: Dice): Step {
  const kind = pickWeighted(dice, kinds)
  const who = dice.below(maxRandom)
  switch (kind) {
    case 'action':
      return { kind, who, action: pickWeighted(dice, actions), dice: dice.below(maxRandom), ...someTurns(dice) }
    case 'sign in':
      return {
        kind,
        who,
        person: dice.below(3),
        turns: dice.below(40),
        dice: dice.below(maxRandom),
        ...(dice.chance(0.5) ? { action: pickWeighted(dice, actions) } : {}),
      }
    case 'deliver':
      return { kind, which: who, ...(dice.chance(0.35) ? { fault: pickWeighted(dice, faultWeights) } : {}) }
    case 'hint':
      return { kind, which: who, isLost: dice.chance(0.3) }
    case 'open':
      return { kind, ...someTurns(dice) }
    case 'close':
      return { kind, who, mayArrive: dice.chance(0.5) }
    case 'crash':
      return { kind, who, action: pickWeighted(dice, actions), turns: dice.below(60), dice: dice.below(maxRandom) }
    case 'wait':
      return { kind, ms: dice.pick([50, 700, 4_000, 6_000, 20_000, 61_000]) }
    case 'draft':
      return { kind, who }
    default:
      return { kind }
  }
}
