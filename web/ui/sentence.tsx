import { Fragment, type ReactNode } from 'react'

interface SentenceProps {
  /** Our words, given a place holder for each of `parts`: `(name) => t('deleteWarning', { name })`. */
  readonly say: (...places: string[]) => string
  /** What stands there: somebody's words in `Name`, an amount in `Money`. */
  readonly parts: readonly ReactNode[]
}

const firstPlace = 0xe000
const place = /([\ue000-\ue00f])/

/** A sentence of ours around what keeps a direction of its own, in the order that the language wants. */
export function Sentence({ say, parts }: SentenceProps) {
  const places = parts.map((_, index) => String.fromCodePoint(firstPlace + index))
  const pieces = say(...places).split(place)
  // One element: inside a button's row of parts the pieces would lose the spaces between them.
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
