// Each step is possible in any state, so that shrinking can leave it out.
import type { Verb } from '../people/acts.ts'
import type { Fault } from './weights.ts'

interface OnDevice<Kind extends string> {
  readonly kind: Kind
  readonly who: number
}

interface Random {
  readonly dice: number
}

interface PlainStep<Kind extends string> {
  readonly kind: Kind
}

export type Step =
  | (OnDevice<'act'> & Random & { readonly verb: Verb })
  | (OnDevice<'crash'> & Random & { readonly verb: Verb; readonly turns: number })
  | (OnDevice<'freeze' | 'session' | 'lose row' | 'update'> & Random)
  | OnDevice<'connection' | 'tab' | 'worker' | 'account'>
  | (OnDevice<'lose messages'> & { readonly messages: number })
  | (OnDevice<'full'> & { readonly isOfOutbox: boolean; readonly turns: readonly number[] })
  | (PlainStep<'link' | 'unlink' | 'role'> & Random)
  | PlainStep<'thaw' | 'back up' | 'migrate'>
  | (PlainStep<'deliver'> & { readonly which: number; readonly fault?: Fault })
  | (PlainStep<'hint'> & { readonly which: number; readonly isLost: boolean })
  | (PlainStep<'restore'> & { readonly which: number; readonly isAnnounced: boolean })
  | (PlainStep<'wait'> & { readonly ms: number })
  | (PlainStep<'sleep'> & { readonly hours: number })

export interface Recipe {
  readonly seed: number
  readonly steps: readonly Step[]
}
