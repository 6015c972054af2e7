// What is said of one thing, such as whose it is and how much, beside one another. No list: no language has "and" there.
import { Fragment, type ReactNode } from 'react'

interface PartedProps {
  readonly parts: readonly ReactNode[]
}

export const Parted = ({ parts }: PartedProps) =>
  parts.map((part, at) => (
    // The parts never change their order.
    <Fragment key={at}>
      {at > 0 && ' · '}
      {part}
    </Fragment>
  ))
