import type { Backend } from './server/backend.ts'
import type { Firm } from './server/firm.ts'
import type { Answer, Call, Network } from './network/network.ts'

export interface SeamContext {
  readonly backend: Backend
  readonly firm: Firm
  readonly network: Network
}

export interface Seam {
  request?(call: Call, context: SeamContext): Promise<Call> | Call
  answer?(call: Call, answer: Answer, context: SeamContext): Promise<Answer> | Answer
  arrival?(call: Call, answer: Answer, context: SeamContext): Promise<Answer> | Answer
  /** A power failure loses the last completed write. */
  isDiskLossy?: boolean
}
