// How often each kind of step happens, and what happens to a request that does not get through smoothly.
export const faultWeights = {
  /** The request never arrives. */
  drop: 4,
  /** It is carried out, but its answer is lost. */
  lose: 6,
  /** It is carried out twice in a row. */
  twice: 3,
  /** It is carried out, and arrives once more some time later. */
  again: 4,
  /** It is carried out, and its answer is late. */
  hold: 8,
  /** The answer breaks off. */
  truncate: 2,
  /** The server cannot write: this push and some after it are answered 503. */
  busy: 2,
  /** A proxy answers 503 and a time to come back. */
  later: 2,
  /** It is carried out, but a proxy answers 502. */
  gateway: 2,
  /** A proxy refuses it as too large. */
  large: 1,
  /** A network answers with its own sign-in page. */
  portal: 1,
  /** It arrives once more, in the session of somebody else of the firm. */
  borrow: 3,
  /** A cache on the way answers with what somebody else got. */
  mix: 3,
  /** A feed page that ends sooner, between numbers. */
  short: 6,
} as const

export const kindWeights = {
  act: 36,
  carry: 46,
  hint: 5,
  wait: 6,
  sleep: 0.3,
  crash: 2.5,
  line: 4,
  tab: 2.5,
  worker: 1,
  link: 0.7,
  unlink: 0.5,
  role: 0.5,
  account: 0.4,
  freeze: 1,
  thaw: 1.5,
  deaf: 0.7,
  full: 2,
  rot: 0.1,
  session: 1.2,
  'back up': 0.8,
  restore: 0.5,
}

export type Kind = keyof typeof kindWeights
/** `meet`: it reaches the server together with other requests; the machine decides which is first. */
export type Fault = keyof typeof faultWeights | 'meet'
