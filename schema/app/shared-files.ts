// Files that other apps of the device hand over to this one: shared with it, or opened with it.

/** Where the browser brings them; the service worker takes them there, never the server. */
export const sharePath = '/share'

/** The part of the browser's form that holds them, as the manifest names it. */
export const sharedPart = 'files'

/**
 * Why a file is not here: nobody is known to work here, whose it could be; the device could not keep it; there was none;
 * the device was withdrawn, and it is none that a record may have; or the page of another site sent it.
 */
export const unsharedReasons = ['nobody', 'unkept', 'none', 'withdrawn', 'foreign'] as const
export type UnsharedReason = (typeof unsharedReasons)[number]

/** The address at which the app goes on. */
export const sharedAddress = (outcome: 'kept' | UnsharedReason): string =>
  outcome === 'kept' ? sharePath : `${sharePath}?not=${outcome}`
