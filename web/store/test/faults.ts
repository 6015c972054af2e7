export type Fault =
  | { readonly kind: 'drop' }
  | { readonly kind: 'lose' }
  | {
      readonly kind: 'response'
      readonly status: number
      readonly body?: unknown
      readonly headers?: Record<string, string>
    }
  /** The request or its response arrives only then. */
  | { readonly kind: 'late'; readonly what: 'request' | 'response'; readonly until: Promise<unknown> }
  /** A captive portal responds with its own page. */
  | { readonly kind: 'portal'; readonly status: number; readonly headers?: Record<string, string> }
  | { readonly kind: 'hang' }
  | { readonly kind: 'stall' }
  | { readonly kind: 'truncate' }
