import type { ReactNode } from 'react'
import { amountProps } from './amount-props.ts'
import classes from './money.module.css'
import {
  approximately,
  exactMoney,
  moneyToBillions,
  moneyToMillions,
  shortMoney,
  signedMoney,
  wholeMoney,
} from './money-format.ts'

const formats = {
  toBillions: moneyToBillions,
  toMillions: moneyToMillions,
  short: shortMoney,
  whole: wholeMoney,
  exact: exactMoney,
  signed: signedMoney,
} as const

export type MoneyStyle = keyof typeof formats

interface MoneyProps {
  readonly amount: string | null | undefined
  readonly currency: string
  readonly as: MoneyStyle
  readonly isAbout?: boolean
  readonly fallback?: ReactNode
}

/** Characters that fit into a column on the smallest screen. */
const wideLength = 16

export function Money({ amount, currency, as, isAbout = false, fallback = '—' }: MoneyProps) {
  if (amount == null) return fallback
  const text = approximately(formats[as], isAbout)(amount, currency)
  return (
    <bdi
      {...amountProps(text)}
      className={classes['money']}
      data-long={(as === 'whole' && text.length > wideLength) || undefined}
    />
  )
}
