export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The object in the text; undefined for anything else, such as what a newer version wrote. */
export function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const found: unknown = JSON.parse(text)
    return isObject(found) ? found : undefined
  } catch {
    return undefined
  }
}
