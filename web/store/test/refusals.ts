// scripts/both-servers.test.ts checks them against the real server.
import { type Code, codeTexts } from '#schema/kernel/codes.ts'
import type { SessionEnd } from '#schema/sync/protocol.ts'
import type { Fault } from './faults.ts'

export type RefusalResponse = Extract<Fault, { kind: 'response' }>

const refusal = (
  status: number,
  code: Code,
  overrides: object = {},
  headers: Record<string, string> = {},
): RefusalResponse => ({
  kind: 'response',
  status,
  body: { message: codeTexts[code], code, ...overrides },
  headers,
})

export const signedOut = (reason?: SessionEnd): RefusalResponse =>
  refusal(401, 'UNAUTHORIZED', reason ? { reason } : {})
export const otherPerson = refusal(401, 'OTHER_PERSON')
export const wipe = refusal(403, 'WIPE')
export const held = (ids: readonly string[]): RefusalResponse => refusal(403, 'HELD', { ids })
export const tooOld = (min: number): RefusalResponse => refusal(426, 'TOO_OLD', { min })
export const newer = refusal(503, 'NEWER')
export const suspended = refusal(503, 'SUSPENDED', {}, { 'retry-after': '120' })
export const unavailable = refusal(503, 'INTERNAL', {}, { 'retry-after': '1' })
export const rateLimited = (seconds: number): RefusalResponse =>
  refusal(429, 'RATE_LIMITED', {}, { 'retry-after': String(seconds) })
export const malformed = refusal(400, 'VALIDATION')
export const tooLarge = refusal(413, 'TOO_LARGE')

export const otherEpoch = (epoch: string, scope: string, narrowed = false): RefusalResponse =>
  refusal(409, 'EPOCH', { epoch, scope, narrowed })
export const otherScope = (epoch: string, scope: string, narrowed = false): RefusalResponse =>
  refusal(409, 'SCOPE', { epoch, scope, narrowed })
