/** Chromium reports a full disk differently for files and for databases, and neither as a quota error. */
const fullDiskMessage = /quota|failed to write blobs|full disk/i
const wrapperKeys = ['inner', 'cause', 'originalError'] as const

/** However deeply the database wrapped the error. */
export function isFull(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 5) return false
  const { name, message } = error as { readonly name?: unknown; readonly message?: unknown }
  if (fullDiskMessage.test(`${String(name)} ${String(message)}`)) return true
  return wrapperKeys.some((key) => isFull((error as Partial<Record<string, unknown>>)[key], depth + 1))
}

export class NotEnoughSpace extends Error {
  override readonly name = 'QuotaExceededError'
  constructor() {
    super('This device has no room left')
  }
}

/** `freeBytes`: what this device can still store, or null; undefined where the browser cannot tell. */
export async function requireSpace(
  freeBytes: (() => Promise<number | null>) | undefined,
  bytes: number,
): Promise<void> {
  const freeSpace = await freeBytes?.().catch(() => null)
  if (typeof freeSpace === 'number' && freeSpace < bytes) throw new NotEnoughSpace()
}
