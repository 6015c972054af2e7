import { Fragment, isValidElement, type ReactNode } from 'react'

interface SentenceProps {
  /** Returns the text with a placeholder per part: `(name) => t('deleteWarning', { name })`. */
  readonly format: (...placeholders: string[]) => string
  readonly parts: readonly ReactNode[]
}

const firstPlaceholder = 0xe000
const placeholder = /([\ue000-\ue00f])/

/** A translated sentence; its parts are in the language's order and have their own text direction. */
export function Sentence({ format, parts }: SentenceProps) {
  const placeholders = parts.map((_, index) => String.fromCodePoint(firstPlaceholder + index))
  const pieces = format(...placeholders).split(placeholder)
  // One element, because a button lays out its children in a row and would drop spaces.
  return (
    <span>
      {pieces.map((piece, index) => {
        const part = placeholders.indexOf(piece)
        // Pieces never change their order.
        const before = parts[placeholders.indexOf(pieces[index - 1] ?? '')]
        const text = piece.startsWith('.') && endsWithStop(before) ? piece.slice(1) : piece
        return <Fragment key={`${index} ${part}`}>{part < 0 ? text : parts[part]}</Fragment>
      })}
    </span>
  )
}

/** A name such as "Quay Ltd." also ends the sentence. */
function endsWithStop(part: ReactNode): boolean {
  if (typeof part === 'string') return part.endsWith('.')
  return isValidElement<{ readonly children?: ReactNode }>(part) && endsWithStop(part.props.children)
}
