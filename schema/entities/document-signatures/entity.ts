import { entity } from '#schema/kernel/entity.ts'
import { documentStatuses } from '#schema/kernel/enumerations.ts'
import { moment, reference, secret, status, text, user } from '#schema/kernel/field-types.ts'
import { byServer, fixed, optional, staffReads, withDefault } from '#schema/kernel/field-options.ts'
import { staffAnd } from '#schema/kernel/access.ts'
import { ownUser } from '#schema/kernel/viewer.ts'

export const documentSignatures = entity({
  name: 'documentSignatures',
  singular: 'signature',
  table: 'document_signatures',
  fields: {
    documentId: fixed(reference('documents', { onDelete: 'cascade' })),
    signerId: fixed(user()),
    signerRole: optional(text(100)),
    status: withDefault(status(documentStatuses), 'DRAFT'),
    signedAt: byServer(optional(moment())),
    /** Fingerprint of what is signed; it changes with the document's name, address or file. */
    subject: byServer(optional(text(64))),
    ipAddress: staffReads(byServer(optional(text(64)))),
    userAgent: staffReads(byServer(optional(text(512)))),
    /** Reserved for a signature service. */
    digitalSignature: optional(secret(10_000)),
  },
  groups: [['status', 'subject']],
  title: { via: 'documentId' },
  hasScreen: false,
  personal: [{ of: 'signerId', kept: ['signerRole', 'subject'] }],
  access: staffAnd({ read: [{ signerId: ownUser }], update: [{ signerId: ownUser }] }),
})
