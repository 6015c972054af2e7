import { entity } from './entity.ts'
import { audiences, languages } from './enumerations.ts'
import {
  byServer,
  choice,
  flag,
  knownFrom,
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
    projectId: knownFrom('investments', optional(reference('projects'))),
    investorId: optional(reference('investors')),
    /** For whom a document of a project is; by its type where nobody says. One investor's is always theirs to see. */
    audience: optional(choice(audiences)),
    language: withDefault(choice(languages), 'en'),
    uploadedBy: byServer(optional(user())),
    /** Kept by the server: for investors, of a project they see. Never for a document of one investor. */
    shown: nobodyReads(byServer(withDefault(flag(), false))),
  },
  title: { of: ['name'] },
  access: staffAnd({ read: [{ shown: true }, { investorId: ownInvestors }], create: [{ investorId: ownInvestors }] }),
  cascade: [{ entity: 'documentSignatures', field: 'documentId' }],
})

const forInvestors = ['FACT_SHEET', 'REPORT']

/** For whom a document is when nobody says. */
export const audienceOfType = (type: string | null): (typeof audiences)[number] =>
  type !== null && forInvestors.includes(type) ? 'INVESTORS' : 'STAFF'
