/** Handled by the service worker, never by the server. */
export const sharePath = '/share'

export const sharedPart = 'files'

/**
 * Why a file is missing: no known user; not storable; no file; device revoked and type not allowed; sent by another
 * site.
 */
export const unsharedReasons = ['nobody', 'unkept', 'none', 'withdrawn', 'foreign'] as const
export type UnsharedReason = (typeof unsharedReasons)[number]

export const sharedAddress = (outcome: 'kept' | UnsharedReason): string =>
  outcome === 'kept' ? sharePath : `${sharePath}?not=${outcome}`
