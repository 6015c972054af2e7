import type { Rule } from '#schema/kernel/access-rule.ts'
import { entity, type RowOf } from '#schema/kernel/entity.ts'
import { audiences, documentTypes } from '#schema/kernel/enumerations.ts'
import {
  byServer,
  choice,
  flag,
  knownFrom,
  language,
  neverExposed,
  optional,
  reference,
  required,
  text,
  url,
  user,
  textWithSuggestions,
  withDefault,
} from '#schema/kernel/field.ts'
import { fileFields } from '#schema/kernel/files.ts'
import { ownInvestors, ownUser, staffAnd } from '#schema/kernel/viewer.ts'

const ownUploads: Rule = [{ investorId: ownInvestors, uploadedBy: ownUser }]

export const documents = entity({
  name: 'documents',
  one: 'document',
  table: 'documents',
  fields: {
    name: required(text(255), 'documentName'),
    type: optional(textWithSuggestions(documentTypes, 100)),
    url: optional(url()),
    projectId: knownFrom('investments', optional(reference('projects', { onDelete: 'cascade' }))),
    investorId: optional(reference('investors', { onDelete: 'cascade' })),
    /**
     * Who may see a document of a project; derived from its type when nobody chooses. An investor's own document is
     * always visible to them.
     */
    audience: optional(choice(audiences)),
    language: withDefault(language(), 'en'),
    uploadedBy: byServer(optional(user())),
    ...fileFields,
    /**
     * Kept by the server: true when the document is for investors and its project is shown to them. Never true for one
     * investor's document.
     */
    shown: neverExposed(byServer(withDefault(flag(), false))),
  },
  title: { of: ['name'] },
  access: staffAnd({
    read: [{ shown: true }, { investorId: ownInvestors }],
    create: [{ investorId: ownInvestors }],
    update: ownUploads,
  }),
  verbs: {
    /** Gives the document a file, or another version of it. */
    upload: {
      may: { ADMIN: 'everything', PORTFOLIO_MANAGER: 'everything', INVESTOR: ownUploads },
      writes: ['documents'],
    },
  },
})

/** The fields that say what a signature is for. */
export const whatIsSigned = ['name', 'url', 'version', 'sha256'] as const

type SignedPart = Pick<RowOf<typeof documents>, (typeof whatIsSigned)[number]>

/**
 * What a signature is for: it stays as it is once somebody has signed it. A restored copy of the data counts versions
 * anew, so the file's hash belongs to it; that of a file which has not arrived does not.
 */
export const signedPartOf = (document: SignedPart): SignedPart => ({
  name: document.name,
  url: document.url,
  version: document.version,
  sha256: document.version > 0 ? document.sha256 : null,
})

const forInvestors = ['FACT_SHEET', 'REPORT']

/** The audience of a document when nobody chooses one. */
export const audienceOfType = (type: string | null): (typeof audiences)[number] =>
  type !== null && forInvestors.includes(type) ? 'INVESTORS' : 'STAFF'
