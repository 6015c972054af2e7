import { audienceOfType } from './entity.ts'
import { papers, papersAndPictures } from '#schema/kernel/files.ts'
import { differOnlyIn, type Rules } from '#schema/kernel/noun-rules.ts'
import { isStaff } from '#schema/kernel/viewer.ts'

export const documentRules: Rules<'documents'> = {
  /** An investor edits what their own upload is called and where it is, not whose it is. */
  permits: (person, was, is) =>
    isStaff(person) || was === null || differOnlyIn(was, is, ['name', 'type', 'url', 'language']),

  /** The document's type decides its audience. */
  complete: (document) =>
    document.audience === null ? { ...document, audience: audienceOfType(document.type) } : document,

  /** A picture proves who somebody is. */
  fileTypes: ({ type }) => (type === 'KYC' ? papersAndPictures : papers),
}
