// What a network or a server does to a request instead of answering it.
export type Fault =
  /** The request never arrives. */
  | { readonly kind: 'drop' }
  /** The request is carried out, but its answer is lost. */
  | { readonly kind: 'lose' }
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly body?: unknown
      readonly headers?: Record<string, string>
    }
  /** The request, or its answer, arrives only then. */
  | { readonly kind: 'late'; readonly what: 'request' | 'answer'; readonly until: Promise<unknown> }
  /** A captive portal answers with a page of its own. */
  | { readonly kind: 'portal'; readonly status: number; readonly headers?: Record<string, string> }
  /** A black hole: the request is taken and never answered. */
  | { readonly kind: 'hang' }
  /** The body begins and then stalls. */
  | { readonly kind: 'stall' }
  /** The body breaks off in the middle. */
  | { readonly kind: 'truncate' }
