// Not a list: no language uses "and" here.
import { Fragment, type ReactNode } from 'react'

interface PartedProps {
  readonly parts: readonly ReactNode[]
}

export const Parted = ({ parts }: PartedProps) =>
  parts.map((part, at) => (
    // Parts never change their order.
    <Fragment key={at}>
      {at > 0 && ' · '}
      {part}
    </Fragment>
  ))
