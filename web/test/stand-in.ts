/** An object with only the parts that a test uses. */
export const standIn = <T>(parts: object): T => parts as T
