/** Handled by the service worker, never by the server. */
export const sharePath = '/share'

/** The form field that the manifest's `share_target` names. */
export const sharedFilesField = 'files'

/** Reason codes in the address, including those of older versions. */
export const unsharedReasons = [
  /** No known user. */
  'nobody',
  /** The disk could not store the file. */
  'unkept',
  /** The request contains no file. */
  'none',
  /** The device is revoked, or the file type is not allowed. */
  'withdrawn',
  /** Another site sent the request. */
  'foreign',
] as const
export type UnsharedReason = (typeof unsharedReasons)[number]

export const addressAfterShare = (outcome: 'stored' | UnsharedReason): string =>
  outcome === 'stored' ? sharePath : `${sharePath}?not=${outcome}`
