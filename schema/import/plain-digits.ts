import { latinDigits } from '#schema/kernel/fold-text.ts'

/** Latin digits, without the invisible marks of writing direction and the space around. */
export const plainDigits = (cell: string): string => latinDigits(cell.replaceAll(/[\u200E\u200F\u061C]/g, '')).trim()
