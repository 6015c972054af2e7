import { Fragment, type ReactNode } from 'react'

interface SentenceProps {
  /** Returns the text with a placeholder per part: `(name) => t('deleteWarning', { name })`. */
  readonly format: (...placeholders: string[]) => string
  readonly parts: readonly ReactNode[]
}

const firstPlaceholder = 0xe000
const placeholder = /([\ue000-\ue00f])/

/** A translated sentence around parts with their own text direction, in the language's order. */
export function Sentence({ format, parts }: SentenceProps) {
  const placeholders = parts.map((_, index) => String.fromCodePoint(firstPlaceholder + index))
  const pieces = format(...placeholders).split(placeholder)
  // One element, because a button lays out its children in a row and would drop spaces.
  return (
    <span>
      {pieces.map((piece, index) => {
        const part = placeholders.indexOf(piece)
        // Pieces never change their order.
        return <Fragment key={`${index} ${part}`}>{part < 0 ? piece : parts[part]}</Fragment>
      })}
    </span>
  )
}
