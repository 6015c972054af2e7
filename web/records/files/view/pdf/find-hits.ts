import { foldText } from '#schema/kernel/fold-text.ts'

/** A place in the text of a page: the item of the PDF's text and the position in it. */
interface TextPosition {
  readonly item: number
  readonly offset: number
}

interface CharacterPosition extends TextPosition {
  /** In UTF-16 code units. */
  readonly length: number
}

export interface Hit {
  readonly page: number
  readonly start: TextPosition
  /** Exclusive. */
  readonly end: TextPosition
}

export interface TextItem {
  readonly str: string
  readonly hasEOL: boolean
}

/** Folded as in other searches, with the position that each folded character comes from. */
export interface FoldedText {
  readonly text: string
  readonly positions: readonly CharacterPosition[]
}

export function foldItems(items: readonly TextItem[]): FoldedText {
  let text = ''
  const positions: CharacterPosition[] = []
  const append = (folded: string, position: CharacterPosition) => {
    for (const character of folded.replaceAll(/\s/g, ' ')) {
      if (character === ' ' && (text === '' || text.endsWith(' '))) continue
      text += character
      for (let n = 0; n < character.length; n++) positions.push(position)
    }
  }
  for (const [item, { str, hasEOL }] of items.entries()) {
    let offset = 0
    for (const character of str) {
      append(foldText(character), { item, offset, length: character.length })
      offset += character.length
    }
    if (hasEOL) append(' ', { item, offset: str.length, length: 0 })
  }
  return { text, positions }
}

export function findHits(page: number, { text, positions }: FoldedText, query: string): readonly Hit[] {
  const wanted = foldText(query).replaceAll(/\s+/g, ' ').trim()
  const hits: Hit[] = []
  if (wanted === '') return hits
  for (let index = text.indexOf(wanted); index !== -1; index = text.indexOf(wanted, index + wanted.length)) {
    const [start, last] = [positions[index]!, positions[index + wanted.length - 1]!]
    hits.push({ page, start, end: { item: last.item, offset: last.offset + last.length } })
  }
  return hits
}
