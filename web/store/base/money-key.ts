/** A sort key for money or a percentage with two decimals: its hundredths, exact up to 15 digits. Null for null. */
export const moneyKey = (amount: string | null | undefined): number | null =>
  amount == null ? null : Number(amount.replace('.', ''))
