import type { Backend } from './backend.ts'
import type { Firm } from './firm.ts'
import type { Answer, Call, Network } from './network.ts'

/** What a mistake needs of the history that it is made in. */
export interface Around {
  readonly backend: Backend
  readonly firm: Firm
  readonly network: Network
}

/** Where a deliberate mistake is made in an experiment; an honest world changes nothing. */
export interface Seam {
  /** What reaches the server in the place of a request. */
  request?(call: Call, around: Around): Promise<Call> | Call
  /** What a device gets in the place of the server's answer. */
  answer?(call: Call, answer: Answer, around: Around): Promise<Answer> | Answer
  /** In the moment in which an answer arrives. */
  arrival?(call: Call, answer: Answer, around: Around): Promise<Answer> | Answer
  /** Disks lose the last thing that they had promised to keep when the power goes. */
  isDiskLossy?: boolean
}
