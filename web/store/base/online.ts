// What screens see of records that only the server keeps.
import type { Code } from '#schema/kernel/codes.ts'
import type { Issues } from '#schema/kernel/issues.ts'
import type { EntityName } from '#schema/registry.ts'

/** Why a question to the server had no good answer. The message is the server's own, in English. */
export interface OnlineProblem extends Error {
  /** Of the answer; null when there was none. */
  readonly status: number | null
  readonly code: Code | undefined
  readonly issues: Issues
}

/** What is known of records that are read online. */
export type OnlineState =
  /** They are being read for the first time. */
  | { readonly kind: 'reading' }
  /** They are as they were when they were read last. */
  | { readonly kind: 'here' }
  /** They could not be read; rows that were read before are still in their table. */
  | { readonly kind: 'failed'; readonly problem: OnlineProblem }

export interface WholeAnswer {
  readonly body: unknown
  readonly headers: Headers
}

/** What is sent besides JSON: a file, or a part of one, with the headers of its protocol. */
export interface SentBody {
  readonly body?: Blob | FormData
  readonly headers?: Readonly<Record<string, string>>
  /** How long an answer may take, where that is longer than an answer usually takes. */
  readonly patienceMs?: number
}

export type SendOnline = (method: string, path: string, sent: SentBody) => Promise<WholeAnswer>

/**
 * Records that devices do not keep (`replicate: 'never'`): tables and views show what was read of them, and `create`,
 * `update` and `remove` ask the server at once. Whatever it refuses, or does not answer, rejects with an OnlineProblem.
 */
export interface Online {
  stateOf(entity: EntityName): OnlineState
  subscribe(listener: () => void): () => void
  /** Reads an entity's records, or reads them again. Never rejects: `stateOf` tells what came of it. */
  read(entity: EntityName): Promise<void>
  /** Does a verb with a name to a record, kept on devices or not; resolves with the server's answer. */
  act(entity: EntityName, id: string, verb: string, body?: object): Promise<unknown>
  /** A part of a list, and the address of the part that follows; null after the last one. */
  part(path: string): Promise<{ readonly body: unknown; readonly next: string | null }>
  /** Asks what has no record: the firm's settings, one's own account. Resolves with the JSON of the answer. */
  ask(method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, body?: object): Promise<unknown>
  /** Sends a file or a form, and is not asked again by itself. Resolves with the JSON and the headers of the answer. */
  send: SendOnline
}
