import { Fragment, type ReactNode } from 'react'

interface SentenceProps {
  /** Returns the text with a placeholder per part: `(name) => t('deleteWarning', { name })`. */
  readonly say: (...places: string[]) => string
  readonly parts: readonly ReactNode[]
}

const firstPlace = 0xe000
const place = /([\ue000-\ue00f])/

/** A translated sentence around parts with their own text direction, in the language's order. */
export function Sentence({ say, parts }: SentenceProps) {
  const places = parts.map((_, index) => String.fromCodePoint(firstPlace + index))
  const pieces = say(...places).split(place)
  // One element, because a button lays out its children in a row and would drop spaces.
  return (
    <span>
      {pieces.map((piece, index) => {
        const part = places.indexOf(piece)
        // Pieces never change their order.
        return <Fragment key={`${index} ${part}`}>{part < 0 ? piece : parts[part]}</Fragment>
      })}
    </span>
  )
}
