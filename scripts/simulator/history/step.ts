// Each step is possible in any state, so that shrinking can leave it out.
import type { Verb } from '../people/acts.ts'
import type { Fault } from './weights.ts'

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
  | { readonly kind: 'migrate' }
  | { readonly kind: 'update'; readonly who: number; readonly dice: number }
  | { readonly kind: 'restore'; readonly which: number; readonly isAnnounced: boolean }

export interface Recipe {
  readonly seed: number
  readonly steps: readonly Step[]
}
