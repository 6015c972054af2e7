// What may be a document's file, and what is wrong with one that may not.
import i18next from 'i18next'
import { documentRules } from '#schema/document-rules.ts'
import { endingsOf, mostFileBytes } from '#schema/files.ts'
import { issueSentence } from '#web/i18n/issue-sentences.ts'

/** The endings that a document of this type may have, with a dot. */
export const endingsFor = (type: string | null): readonly string[] =>
  documentRules.fileTypes!({ type } as never).flatMap((each) => endingsOf(each).map((ending) => `.${ending}`))

const endingOf = (name: string): string => /\.[^.]*$/.exec(name)?.[0].toLowerCase() ?? ''

/** What is wrong with a file, as a sentence; undefined when it may be sent. */
export function wrongFile({ name, size }: File, type: string | null): string | undefined {
  const endings = endingsFor(type)
  if (!endings.includes(endingOf(name))) return issueSentence({ key: 'fileType', params: { types: wordsOf(endings) } })
  if (size === 0) return i18next.t('documents:fileEmpty')
  return size > mostFileBytes ? i18next.t('documents:fileTooLarge') : undefined
}

export const wordsOf = (endings: readonly string[]): string =>
  endings.map((ending) => ending.slice(1).toUpperCase()).join(', ')

/** The name of a file without its ending. */
export const nameOfFile = (file: string): string => file.replace(/\.[^.]*$/, '').trim()
