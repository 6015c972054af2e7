import { entity } from '#schema/kernel/entity.ts'
import { reference, text } from '#schema/kernel/field-types.ts'
import { url } from '#schema/kernel/address-fields.ts'
import { fixed, optional, required } from '#schema/kernel/field-options.ts'
import { fileFields } from '#schema/kernel/files.ts'
import { staffAnd, staffMay } from '#schema/kernel/access.ts'

export const referralAttachments = entity({
  name: 'referralAttachments',
  singular: 'referral attachment',
  table: 'referral_attachments',
  fields: {
    referralId: fixed(reference('referrals', { onDelete: 'cascade' })),
    documentName: required(text(255), 'allRequired'),
    documentUrl: required(url(), 'allRequired'),
    description: optional(text(2000)),
    notes: optional(text(10_000)),
    ...fileFields,
  },
  title: { of: ['documentName'] },
  access: staffAnd(),
  verbs: {
    upload: { may: staffMay, writes: ['referralAttachments'] },
  },
})
