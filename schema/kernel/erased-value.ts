/** Replaces a value in the audit trail, followed by the value's salted hash. */
export const erasedPrefix = 'erased:'

const pattern = /^erased:[0-9a-f]{64}$/

export const isErased = (value: unknown): boolean => typeof value === 'string' && pattern.test(value)
