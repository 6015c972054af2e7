import { exactDecimal } from './decimal-format.ts'

export const count = (n: number): string => exactDecimal(String(n))
