import type { InputWrapperProps } from '@mantine/core'
import { createElement, Fragment, type ReactNode } from 'react'

const order: NonNullable<InputWrapperProps['inputWrapperOrder']> = ['label', 'input', 'description', 'error']

export const belowInput = (message: ReactNode, hint: ReactNode) =>
  message || hint
    ? {
        description: createElement(Fragment, null, message, message && hint ? createElement('br') : null, hint),
        inputWrapperOrder: order,
      }
    : {}
