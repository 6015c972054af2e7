// Each step is possible in any state, so that shrinking can leave it out.
import type { Verb } from '../people/acts.ts'
import type { Fault } from './weights.ts'

interface At<Kind extends string> {
  readonly kind: Kind
  readonly who: number
}

interface Random {
  readonly dice: number
}

interface Bare<Kind extends string> {
  readonly kind: Kind
}

export type Step =
  | (At<'act'> & Random & { readonly verb: Verb })
  | (At<'crash'> & Random & { readonly verb: Verb; readonly turns: number })
  | (At<'freeze' | 'session' | 'rot' | 'update'> & Random)
  | At<'line' | 'tab' | 'worker' | 'account'>
  | (At<'deaf'> & { readonly messages: number })
  | (At<'full'> & { readonly isOfOutbox: boolean; readonly turns: readonly number[] })
  | (Bare<'link' | 'unlink' | 'role'> & Random)
  | Bare<'thaw' | 'back up' | 'migrate'>
  | (Bare<'carry'> & { readonly which: number; readonly fault?: Fault })
  | (Bare<'hint'> & { readonly which: number; readonly isLost: boolean })
  | (Bare<'restore'> & { readonly which: number; readonly isAnnounced: boolean })
  | (Bare<'wait'> & { readonly ms: number })
  | (Bare<'sleep'> & { readonly hours: number })

export interface Recipe {
  readonly seed: number
  readonly steps: readonly Step[]
}
