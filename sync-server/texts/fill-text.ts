import type { Language } from '#schema/app/languages.ts'

export type Values = Readonly<Record<string, string | number>>

/** A string is a name, an address or a link, with its own text direction. */
export type Piece = { readonly kind: 'text' | 'name'; readonly text: string }

const placeholder = /\{\{(\w+)\}\}/
/** A name must not reorder the text around it. */
const directionControls = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** A name that ends with a full stop also ends the sentence: "Quay Ltd." */
export function piecesOf(template: string, values: Values): readonly Piece[] {
  const pieces: Piece[] = []
  for (const [index, part] of template.split(placeholder).entries()) {
    const value = values[part]
    if (index % 2 === 0) pieces.push({ kind: 'text', text: afterName(pieces.at(-1), part) })
    else if (typeof value === 'number') pieces.push({ kind: 'text', text: String(value) })
    else pieces.push({ kind: 'name', text: (value ?? '').replaceAll(directionControls, '') })
  }
  return pieces
}

const afterName = (before: Piece | undefined, text: string): string =>
  before?.kind === 'name' && before.text.endsWith('.') && text.startsWith('.') ? text.slice(1) : text

const [isolate, endOfIsolate] = ['\u2068', '\u2069']
const isRightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

/** With isolates only where the directions may differ, because they remain in copied text. */
export const isolated = (text: string, { dir }: Pick<Language, 'dir'>): string =>
  dir === 'rtl' || isRightToLeft.test(text) ? `${isolate}${text}${endOfIsolate}` : text
