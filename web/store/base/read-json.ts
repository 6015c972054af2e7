export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export type Unchecked<T> = { readonly [Key in keyof T]?: unknown }

/** The object in the text; undefined for anything else, such as what a newer version wrote. */
export function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const found: unknown = JSON.parse(text)
    return isObject(found) ? found : undefined
  } catch {
    return undefined
  }
}

/** Undefined for a document of another format, which another version of the app wrote. */
export function documentIn<T extends { readonly format: number }>(
  text: string | null,
  format: T['format'],
): T | undefined {
  const found: object | undefined = text === null ? undefined : objectIn(text)
  return found && 'format' in found && found.format === format ? (found as T) : undefined
}
