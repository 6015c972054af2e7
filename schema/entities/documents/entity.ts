import type { Rule } from '#schema/kernel/access-rule.ts'
import { entity, type RowOf } from '#schema/kernel/entity.ts'
import { audiences, documentTypes, kycEvidenceKinds } from '#schema/kernel/enumerations.ts'
import { choice, date, flag, language, reference, text, user, textWithSuggestions } from '#schema/kernel/field-types.ts'
import { url } from '#schema/kernel/address-fields.ts'
import { byServer, knownFrom, neverExposed, optional, required, withDefault } from '#schema/kernel/field-options.ts'
import { fileFields } from '#schema/kernel/files.ts'
import { staffAnd } from '#schema/kernel/access.ts'
import { ownInvestors, ownUser } from '#schema/kernel/viewer.ts'

const ownUploads: Rule = [{ investorId: ownInvestors, uploadedBy: ownUser }]

export const documents = entity({
  name: 'documents',
  singular: 'document',
  table: 'documents',
  fields: {
    name: required(text(255), 'documentName'),
    type: optional(textWithSuggestions(documentTypes, 100)),
    url: optional(url()),
    projectId: knownFrom('investments', optional(reference('projects', { onDelete: 'cascade' }))),
    investorId: optional(reference('investors', { onDelete: 'cascade' })),
    /** Derived from the type by default. Investors always see their own documents. */
    audience: optional(choice(audiences)),
    language: withDefault(language(), 'en'),
    /** What it proves about its investor. */
    kycEvidence: optional(choice(kycEvidenceKinds)),
    expiresOn: optional(date()),
    uploadedBy: byServer(optional(user())),
    ...fileFields,
    /** Never true for a document of one investor. */
    shown: neverExposed(byServer(withDefault(flag(), false))),
  },
  title: { of: ['name'] },
  access: staffAnd({
    read: [{ shown: true }, { investorId: ownInvestors }],
    create: [{ investorId: ownInvestors }],
    update: ownUploads,
  }),
  verbs: {
    upload: {
      may: { ADMIN: 'everything', PORTFOLIO_MANAGER: 'everything', INVESTOR: ownUploads },
      writes: ['documents'],
    },
  },
})

export const signedFields = ['name', 'url', 'version', 'sha256'] as const

type SignedFields = Pick<RowOf<typeof documents>, (typeof signedFields)[number]>

/** Fixed after signing. Includes the hash of a file that has arrived, because versions restart after a restore. */
export const signedFieldsOf = (document: SignedFields): SignedFields => ({
  name: document.name,
  url: document.url,
  version: document.version,
  sha256: document.version > 0 ? document.sha256 : null,
})

const forInvestors = ['FACT_SHEET', 'REPORT']

export const audienceOfType = (type: string | null): (typeof audiences)[number] =>
  type !== null && forInvestors.includes(type) ? 'INVESTORS' : 'STAFF'

/** INVESTOR: staff and the document's own investor; INVESTORS: staff and all investors. */
export const documentReaders = ['STAFF', 'INVESTOR', 'INVESTORS'] as const

export function readersOf(
  { investorId, audience }: Pick<RowOf<typeof documents>, 'investorId' | 'audience'>,
  isProjectVisible: boolean,
): (typeof documentReaders)[number] {
  if (investorId !== null) return 'INVESTOR'
  return audience === 'INVESTORS' && isProjectVisible ? 'INVESTORS' : 'STAFF'
}
