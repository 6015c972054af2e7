/**
 * A key to sort money or a percentage of two decimals by: its hundredths, exact up to 15 digits. Never to compute or
 * show with. Null for null.
 */
export const moneyKey = (amount: string | null | undefined): number | null =>
  amount == null ? null : Number(amount.replace('.', ''))
