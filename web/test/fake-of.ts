/** An object with only the parts that a test uses. */
export const fakeOf = <T>(parts: object): T => parts as T
