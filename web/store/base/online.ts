import type { Code } from '#schema/kernel/codes.ts'
import type { Issues } from '#schema/kernel/issues.ts'
import type { EntityName } from '#schema/registry.ts'

/** The message is the server's, in English. */
export interface OnlineProblem extends Error {
  /** HTTP status; null when there was no response. */
  readonly status: number | null
  readonly code: Code | undefined
  readonly issues: Issues
}

export type OnlineState =
  | { readonly kind: 'reading' }
  | { readonly kind: 'here' }
  | { readonly kind: 'failed'; readonly problem: OnlineProblem }

export interface FullResponse {
  readonly body: unknown
  readonly headers: Headers
}

/** A body that is not JSON: a file or a part of one, with the headers of its protocol. */
export interface SentBody {
  readonly body?: Blob | FormData
  readonly headers?: Readonly<Record<string, string>>
  readonly timeoutMs?: number
}

export type SendOnline = (method: string, path: string, sent: SentBody) => Promise<FullResponse>

/** A refusal or a missing response rejects with an OnlineProblem. */
export interface Online {
  stateOf(entity: EntityName): OnlineState
  subscribe(listener: () => void): () => void
  /** Never rejects: see `stateOf`. */
  read(entity: EntityName): Promise<void>
  act(entity: EntityName, id: string, verb: string, body?: object): Promise<unknown>
  /** One page of a list, and the path of the next page; null after the last one. */
  page(path: string): Promise<{ readonly body: unknown; readonly next: string | null }>
  /** Requests without a record, such as the firm's settings. Resolves with the JSON of the response. */
  request(method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, body?: object): Promise<unknown>
  /** Sends a file or a form, once. Resolves with the JSON and the headers of the response. */
  send: SendOnline
}
