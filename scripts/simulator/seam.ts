import type { Backend } from './server/backend.ts'
import type { Firm } from './server/firm.ts'
import type { Answer, Call, Network } from './network/network.ts'

/** The parts of the history that a mutant may use. */
export interface Around {
  readonly backend: Backend
  readonly firm: Firm
  readonly network: Network
}

/** The places at which an experiment can make a mistake; an honest world changes nothing. */
export interface Seam {
  /** Replaces a request on its way to the server. */
  request?(call: Call, around: Around): Promise<Call> | Call
  /** Replaces the server's answer. */
  answer?(call: Call, answer: Answer, around: Around): Promise<Answer> | Answer
  /** Replaces an answer at the moment of its arrival. */
  arrival?(call: Call, answer: Answer, around: Around): Promise<Answer> | Answer
  /** Makes disks lose the last write that they had completed when the power fails. */
  isDiskLossy?: boolean
}
