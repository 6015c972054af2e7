import type { InputWrapperProps } from '@mantine/core'
import { createElement, Fragment, type ReactNode } from 'react'

const order: NonNullable<InputWrapperProps['inputWrapperOrder']> = ['label', 'input', 'description', 'error']

/** Props of an input that tells something about its words below it, above its usual hint. */
export const belowInput = (told: ReactNode, hint: ReactNode) =>
  told || hint
    ? {
        description: createElement(Fragment, null, told, told && hint ? createElement('br') : null, hint),
        inputWrapperOrder: order,
      }
    : {}
