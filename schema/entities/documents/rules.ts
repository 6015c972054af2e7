import { audienceOfType } from './entity.ts'
import { documentFileTypes, documentAndImageTypes } from '#schema/kernel/files.ts'
import { differOnlyIn, type Rules } from '#schema/kernel/entity-rules.ts'
import { isStaff } from '#schema/kernel/viewer.ts'

export const documentRules: Rules<'documents'> = {
  /** Investors may describe their own upload, but not move it to another record. */
  permits: (person, before, after) =>
    isStaff(person) ||
    before === null ||
    differOnlyIn(before, after, ['name', 'type', 'url', 'language', 'kycEvidence', 'expiresOn']),

  complete: (document) =>
    document.audience === null ? { ...document, audience: audienceOfType(document.type) } : document,

  /** KYC documents may be pictures. */
  fileTypes: ({ type, kycEvidence }) => (type === 'KYC' || kycEvidence ? documentAndImageTypes : documentFileTypes),
}
