import type { SourceMutant } from '../mutants/mutate-source.ts'

export type VersionName = 'older' | 'present' | 'newer'

const without = (file: string, find: string): SourceMutant => ({ file, find, put: '' })

export const versions: Readonly<Record<VersionName, readonly SourceMutant[]>> = {
  /** Without two optional fields, one with a default, and the verbs of two entities. */
  older: [
    without('schema/entities/projects/entity.ts', '    location: optional(text(255)),\n'),
    without('schema/entities/investors/entity.ts', '    phone: optional(phone()),\n'),
    without(
      'schema/entities/investors/entity.ts',
      "    kycStatus: withDefault(textWithSuggestions(kycStatuses, 50), 'PENDING'),\n",
    ),
    without('schema/entities/investors/entity.ts', "    ['kycStatus', 'kycReason', 'kycReviewOn', 'kycDocuments'],\n"),
    without('schema/verbs.ts', ', ...Object.values(investors), ...Object.values(projects)'),
  ],
  present: [],
  /** Without one field, and with another field and an entity withdrawn from investors. */
  newer: [
    without('schema/entities/projects/entity.ts', '    location: optional(text(255)),\n'),
    {
      file: 'schema/entities/investors/entity.ts',
      find: 'phone: optional(phone())',
      put: 'phone: staffReads(optional(phone()))',
    },
    {
      file: 'schema/entities/valuations/entity.ts',
      find: 'staffAnd({ read: [{ shown: true }] })',
      put: 'staffAnd({})',
    },
  ],
}
