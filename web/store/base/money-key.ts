/** The hundredths of a money amount or percentage, exact up to 15 digits. */
export const moneyKey = (amount: string | null | undefined): number | null =>
  amount == null ? null : Number(amount.replace('.', ''))
