import type { Backend } from './server/backend.ts'
import type { Firm } from './server/firm.ts'
import type { ServerResponse, Call, Network } from './network/network.ts'

export interface SeamContext {
  readonly backend: Backend
  readonly firm: Firm
  readonly network: Network
}

export interface Seam {
  request?(call: Call, context: SeamContext): Promise<Call> | Call
  response?(call: Call, response: ServerResponse, context: SeamContext): Promise<ServerResponse> | ServerResponse
  arrival?(call: Call, response: ServerResponse, context: SeamContext): Promise<ServerResponse> | ServerResponse
  /** A power failure loses the last completed write. */
  isDiskLossy?: boolean
}
