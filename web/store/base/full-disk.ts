/** A disk that is full is told of in other words than a browser's share of it: by Chromium of a file, and of a database. */
const words = /quota|failed to write blobs|full disk/i
const wrapped = ['inner', 'cause', 'originalError'] as const

/** Whether something failed for lack of room on the device, however deeply the databases have wrapped the error. */
export function isFull(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 5) return false
  const { name, message } = error as { readonly name?: unknown; readonly message?: unknown }
  if (words.test(`${String(name)} ${String(message)}`)) return true
  return wrapped.some((key) => isFull((error as Partial<Record<string, unknown>>)[key], depth + 1))
}

/** The device has no room for what it was asked to keep; nothing was written. */
export class NoRoom extends Error {
  override readonly name = 'QuotaExceededError'
  constructor() {
    super('This device has no room left')
  }
}
