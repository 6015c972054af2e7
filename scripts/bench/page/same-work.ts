export const searchWord = 'e'

export const newAmount = (time: number): string => `${2_000 + ((time * 104_729) % 900_000)}.00`
