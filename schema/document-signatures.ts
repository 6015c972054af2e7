import { entity } from './entity.ts'
import { documentStatuses } from './enumerations.ts'
import {
  byServer,
  fixed,
  moment,
  optional,
  reference,
  secret,
  staffReads,
  status,
  text,
  user,
  withDefault,
} from './field.ts'
import { ownUser, staffAnd } from './viewer.ts'

export const documentSignatures = entity({
  name: 'documentSignatures',
  one: 'signature',
  table: 'document_signatures',
  fields: {
    documentId: fixed(reference('documents')),
    signerId: fixed(user()),
    signerRole: optional(text(100)),
    status: withDefault(status(documentStatuses), 'DRAFT'),
    signedAt: byServer(optional(moment())),
    ipAddress: staffReads(byServer(optional(text(64)))),
    userAgent: staffReads(byServer(optional(text(512)))),
    digitalSignature: optional(secret(10_000)),
  },
  title: { via: 'documentId' },
  access: staffAnd({ read: [{ signerId: ownUser }], update: [{ signerId: ownUser }] }),
})
