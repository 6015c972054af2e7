import { Fragment, type ReactNode } from 'react'

interface SentenceProps {
  /** Returns our words with a placeholder for each of `parts`: `(name) => t('deleteWarning', { name })`. */
  readonly say: (...places: string[]) => string
  /** What replaces the placeholders: a person's words in `Name`, an amount in `Money`. */
  readonly parts: readonly ReactNode[]
}

const firstPlace = 0xe000
const place = /([\ue000-\ue00f])/

/** A sentence of ours around parts with a direction of their own, in the order that the language requires. */
export function Sentence({ say, parts }: SentenceProps) {
  const places = parts.map((_, index) => String.fromCodePoint(firstPlace + index))
  const pieces = say(...places).split(place)
  // One element: a button lays out its children in a row and would drop the spaces between the pieces.
  return (
    <span>
      {pieces.map((piece, index) => {
        const part = places.indexOf(piece)
        // The pieces of one sentence never change their order.
        return <Fragment key={`${index} ${part}`}>{part < 0 ? piece : parts[part]}</Fragment>
      })}
    </span>
  )
}
