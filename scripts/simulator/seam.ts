import type { Backend } from './server/backend.ts'
import type { Firm } from './server/firm.ts'
import type { Answer, Call, Network } from './network/network.ts'

export interface Around {
  readonly backend: Backend
  readonly firm: Firm
  readonly network: Network
}

export interface Seam {
  request?(call: Call, around: Around): Promise<Call> | Call
  answer?(call: Call, answer: Answer, around: Around): Promise<Answer> | Answer
  arrival?(call: Call, answer: Answer, around: Around): Promise<Answer> | Answer
  /** A power failure loses the last completed write. */
  isDiskLossy?: boolean
}
