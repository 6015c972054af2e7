// The work that all ways have in common.

/** A search that finds every row. */
export const searchWord = 'e'

export const newAmount = (time: number): string => `${2_000 + ((time * 104_729) % 900_000)}.00`
