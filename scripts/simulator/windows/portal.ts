import type { Identity } from '#web/store/base/contract.ts'
import type { ServerResponse } from '../network/network.ts'

export type Portal = ServerResponse

export function portalResponse(kind: 'portal' | 'portal 401', somebody: Identity): Portal {
  return kind === 'portal'
    ? { status: 200, text: JSON.stringify(somebody), headers: { 'content-type': 'application/json' } }
    : { status: 401, text: '{"code":"UNAUTHORIZED"}', headers: { 'content-type': 'application/json' } }
}
