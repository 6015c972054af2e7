import { entity } from './entity.ts'
import { languages } from './enumerations.ts'
import {
  byServer,
  choice,
  flag,
  nobodyReads,
  optional,
  reference,
  required,
  text,
  url,
  user,
  withDefault,
} from './field.ts'
import { ownInvestors, staffAnd } from './viewer.ts'

export const documents = entity({
  name: 'documents',
  one: 'document',
  table: 'documents',
  fields: {
    name: required(text(255), 'documentName'),
    type: optional(text(100)),
    url: optional(url()),
    projectId: optional(reference('projects')),
    investorId: optional(reference('investors')),
    language: withDefault(choice(languages), 'en'),
    uploadedBy: byServer(optional(user())),
    /** Copied by the desk from the project: visible to every investor. Never for a document of one investor. */
    shown: nobodyReads(byServer(withDefault(flag(), false))),
  },
  access: staffAnd({ read: [{ shown: true }, { investorId: ownInvestors }], create: [{ investorId: ownInvestors }] }),
  cascade: [{ entity: 'documentSignatures', field: 'documentId' }],
})
